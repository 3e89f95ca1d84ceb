"""Pictures of the console: of every page to look at, and two for docs/console.md."""

from checks import enter, every_page, forget, go, scope


def take_shots(browser, console, folder):
    """Every page, light, dark, and as narrow as a telephone."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in every_page(browser, console):
        for kind, width, scheme in [("light", 1280, "light"), ("dark", 1280, "dark"), ("phone", 390, "light")]:
            browser.size(width, 860, mobile=width < 500)
            browser.scheme(scheme)
            browser.shot(folder / f"{name.replace(' ', '-')}-{kind}.png", whole=True)
        browser.size(1280, 900)
        browser.scheme("light")


def take_pictures(browser, console, folder):
    """A plan, light, and a memory with its time line, dark."""
    browser.devtools("Network.clearBrowserCookies", {})
    browser.devtools("Emulation.setScrollbarsHidden", {"hidden": True})
    browser.size(1120, 1130)
    enter(browser, console)
    forget(browser, console, "support", "everything about Sam Roe")
    browser.click(".part.goes [data-tick]")
    browser.shot(folder / "console-plan.png")
    browser.scheme("dark")
    browser.size(1120, 800)
    scope(browser, console, "sales")
    browser.type("#q", "What does the Larkfield Long cost?")
    go(browser, "form.search .button")
    go(browser, "ul.memories a.memory")
    browser.shot(folder / "console-memory.png")
