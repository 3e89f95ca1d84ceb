"""The risk-coverage curve of plans: of the surest, how many are right. A table, and a picture with a line a verb."""

import numpy

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 680, 400, 64, 96, 20, 52
# The least share of right plans that the picture shows, and what it is drawn for.
LEAST, AIM = 0.7, 0.99
# Fewer plans than these say nothing of a share.
FEWEST = 10
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
COLOURS = {"purge": "#b3261e", "release": "#1f5fa8", "supersede": "#2e7d32"}


def points(sure, right, weight):
    """The share of all plans that are so sure, how many of those are right, and how sure: a point for each sureness, from the
    surest on. Arrays of one number a plan."""
    order = numpy.argsort(-sure, kind="stable")
    sure, weight, right = sure[order], weight[order], right[order] * weight[order]
    last = numpy.append(sure[1:] < sure[:-1], True) & (numpy.arange(len(sure)) + 1 >= min(FEWEST, len(sure)))
    share = weight.cumsum() / weight.sum()
    return share[last], (right.cumsum() / weight.cumsum())[last], sure[last]


def table(curves):
    """A line a verb and share of plans: how many of so many surest are right, and the floor that so many reach."""
    print("verb       sure %  right %  floor")
    for verb, (share, right, sure) in curves.items():
        for wanted in SHARES:
            at = min(numpy.searchsorted(share, wanted - 1e-9), len(share) - 1)
            print(f"{verb:<10} {100 * share[at]:>6.1f} {100 * right[at]:>8.1f} {sure[at]:>6.3f}")


def svg(curves, floors):
    """The picture; on each line a dot where the verb's floor is."""
    def x(share):
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(right):
        return TOP + (1 - max(right, LEAST)) / (1 - LEAST) * (HEIGHT - TOP - BOTTOM)

    def text(at, base, anchor, said, more=""):
        return f'<text x="{at:.1f}" y="{base:.1f}" text-anchor="{anchor}"{more}>{said}</text>'

    middle = (TOP + HEIGHT - BOTTOM) / 2
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" role="img"'
           ' aria-label="Of the surest plans, how many are right">', '<rect width="100%" height="100%" fill="#fff"/>']
    for step in range(4):
        right = LEAST + 0.1 * step
        out.append(f'<path d="M{LEFT} {y(right):.1f}H{x(1):.1f}" stroke="#ddd"/>')
        out.append(text(LEFT - 8, y(right) + 4, "end", f"{right:.0%}"))
    for share in (0, 0.2, 0.4, 0.6, 0.8, 1):
        out.append(text(x(share), HEIGHT - BOTTOM + 20, "middle", f"{share:.0%}"))
    out.append(f'<path d="M{LEFT} {y(AIM):.1f}H{x(1):.1f}" stroke="#888" stroke-dasharray="4 4"/>')
    out.append(text(x(0.5), HEIGHT - 10, "middle", "share of plans that are so sure"))
    out.append(text(16, middle, "middle", "share of those that are right", f' transform="rotate(-90 16 {middle:.0f})"'))
    ends = sorted(((y(right[-1]), verb) for verb, (_, right, _) in curves.items()))
    base = -100.0
    for end, verb in ends:
        share, right, sure = curves[verb]
        colour = COLOURS[verb]
        line = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in zip(share, right))
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        reached = numpy.nonzero(sure >= floors[verb])[0]
        if len(reached):
            at = reached[-1]
            out.append(f'<circle cx="{x(share[at]):.1f}" cy="{y(right[at]):.1f}" r="4.5" fill="{colour}"/>')
        base = max(end + 4, base + 16)
        out.append(text(x(1) + 8, base, "start", verb, f' fill="{colour}"'))
    return "\n".join(out) + "\n</svg>\n"
