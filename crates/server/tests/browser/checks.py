"""What the console must do. Each check has a demo of its own; its first line says what is checked."""

import datetime
import json
import os
import subprocess
import urllib.error
import urllib.request

TAB, ENTER, SPACE, RIGHT = "\ue004", "\ue007", " ", "\ue014"


class Console:
    """A running `nepenthe demo`. Use as a context manager."""

    def __init__(self, nepenthe, folder):
        self.nepenthe, self.folder = nepenthe, folder

    def __enter__(self):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("NEPENTHE_")}
        environment |= {"NEPENTHE_EMBEDDER": "none", "TMPDIR": str(self.folder)}
        arguments = [str(self.nepenthe), "demo", "--quiet", "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(
            arguments, cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(self.process.stderr.read())
        self.link = line.strip()
        self.base = self.link.split("/console")[0]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            code = self.process.wait(timeout=20)
        finally:
            self.process.kill()
        said = self.process.stderr.read()
        assert code == 0 and not said.strip(), f"the demo ended with {code}: {said}"
        left = [path.name for path in self.folder.iterdir() if path.name.startswith("nepenthe-demo-")]
        assert not left, f"the demo left {left}"


def equal(found, wanted, what):
    assert found == wanted, f"{what}: {found!r}, and {wanted!r} was expected"


def text(browser, selector="main"):
    return browser.run(f"return document.querySelector({json.dumps(selector)})?.innerText ?? ''")


def texts(browser, selector):
    return browser.run(f"return [...document.querySelectorAll({json.dumps(selector)})].map(e => e.innerText.trim())")


def path(browser):
    return browser.run("return location.pathname + location.search")


def loaded(browser, act, what):
    """Does something that leads to another page, and waits for that."""
    browser.run("window.before = true")
    act()
    browser.wait("!window.before && document.readyState === 'complete'", what)


def click(browser, selector):
    loaded(browser, lambda: browser.click(selector), f"a page after {selector}")


def go(browser, selector):
    """Follows a link, or sends the form of a button, wherever it is on the page."""
    loaded(
        browser,
        lambda: browser.run(f"document.querySelector({json.dumps(selector)}).click()"),
        f"a page after {selector}",
    )


def enter(browser, console):
    browser.open("about:blank")
    browser.open(console.link)
    browser.wait("location.pathname === '/console' && document.readyState === 'complete'", "the console")


def scope(browser, console, name):
    """Goes into a scope of the company."""
    browser.open(console.base + "/console/scopes")
    go(browser, f".scopes li:has(input[value='larkfield/{name}']) button")
    browser.wait("document.querySelector('ul.memories')", "the memories")


def forget(browser, console, name, words, verb="purge"):
    """Says what is to be forgotten, and comes to the plan."""
    scope(browser, console, name)
    go(browser, "[data-go=f]")
    browser.type("#words", words)
    browser.run(f"document.querySelector('input[value={verb}]').click()")
    click(browser, "form.forget .button.primary")


def looked_at(browser, console, axe, name):
    """What every page has to be: with a heading, nothing from elsewhere, nothing that bars people."""
    browser.wait("document.readyState === 'complete'", name)
    fetched = browser.run("return performance.getEntriesByType('resource').map(e => e.name)")
    assert fetched and all(url.startswith(console.base + "/console/assets/") for url in fetched), f"{name}: {fetched}"
    equal(len(texts(browser, "h1")), 1, f"{name}: headings")
    inline = browser.run("return [...document.querySelectorAll('[style], style, script:not([src])')].length")
    equal(inline, 0, f"{name}: inline style or script")
    ids = browser.run("return [...document.querySelectorAll('[id]')].map(e => e.id)")
    equal(len(ids), len(set(ids)), f"{name}: ids that stand once")
    wide = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{name}: {wide} pixels wider than the window"
    # The policy lets no page load it, so the driver brings it.
    browser.devtools("Runtime.evaluate", {"expression": axe})
    found = browser.run("const found = await axe.run({resultTypes: ['violations']}); return found.violations.filter("
                        "v => ['serious', 'critical'].includes(v.impact)).map(v => [v.id, v.nodes.map(n => n.html)])")
    equal(found, [], f"{name}: what axe-core finds")


def every_page(browser, console):
    """Goes to every page there is, and says its name."""
    browser.devtools("Network.clearBrowserCookies", {})
    browser.open(console.base + "/console")
    yield "login"
    enter(browser, console)
    yield "scopes"
    scope(browser, console, "sales")
    yield "memories"
    browser.type("#q", "Where does Greta work?")
    click(browser, "form.search .button")
    yield "search"
    scope(browser, console, "people")
    go(browser, ".tabs a:nth-child(2)")
    go(browser, "a.memory")
    yield "memory"
    go(browser, "[data-go=f]")
    yield "forget"
    go(browser, "[data-go=r]")
    yield "receipts"
    go(browser, "tbody a")
    yield "receipt"
    forget(browser, console, "people", "everything about Elin Sato")
    yield "plan"
    for key, name in [("c", "cases"), ("h", "health"), ("k", "keys")]:
        go(browser, f"[data-go={key}]")
        yield name
    browser.open(console.base + "/console/nowhere")
    browser.log()
    yield "no page"


def pages(browser, console, axe):
    """Every page opens, light, dark and narrow, loads nothing from elsewhere, and bars nobody."""
    names = []
    for name in every_page(browser, console):
        looked_at(browser, console, axe, name)
        if name in ("memories", "plan", "memory", "cases", "receipt", "keys", "login"):
            browser.scheme("dark")
            browser.size(390, 844, mobile=True)
            looked_at(browser, console, axe, f"{name}, dark and narrow")
            browser.scheme("light")
            browser.size(1280, 900)
        names.append(name)
    equal(len(names), 13, "pages")


def login_once(browser, console, _axe):
    """A login link serves once, its code leaves the address bar, and logging out ends the session."""
    browser.devtools("Network.clearBrowserCookies", {})
    enter(browser, console)
    assert "login_" not in browser.run("return location.href")
    browser.open("about:blank")
    go_out = console.base + "/console"
    browser.open(go_out)
    click(browser, "form[action='/console/logout'] button")
    equal(path(browser), "/console/login", "where one is after logging out")
    browser.open("about:blank")
    browser.open(console.link)
    browser.wait("document.querySelector('[role=alert]')", "the refusal")
    browser.log()
    assert "opens nothing" in text(browser), text(browser)
    browser.open(console.base + "/console/keys")
    equal(path(browser), "/console/login", "where one is without a session")


def purge(browser, console, axe):
    """A purge goes from a sentence to a receipt that is verified, and the memory is gone."""
    browser.devtools("Network.clearBrowserCookies", {})
    enter(browser, console)
    forget(browser, console, "support", "trk_live_9f27c1ab44d0")
    shown = text(browser)
    assert "trk_live_9f27c1ab44d0" in text(browser, ".part.goes"), shown
    assert "trk_live" not in browser.run("return location.href")
    equal(browser.run("return document.querySelector('.part.goes input').checked"), True, "a sure row is ticked")
    browser.click("input[name=read]")
    click(browser, "form.plan .danger")
    assert "/receipts/" in path(browser), text(browser)
    assert "Verified" in text(browser), text(browser)
    for check in ["Signature", "Inclusion", "Reach: physical", "Store: gone"]:
        assert check in text(browser, ".checks"), text(browser, ".checks")
    equal(texts(browser, ".checks .failed"), [], "checks that fail")
    looked_at(browser, console, axe, "the receipt of a purge")
    scope(browser, console, "support")
    browser.type("#q", "trk_live_9f27c1ab44d0")
    click(browser, "form.search .button")
    assert "9f27c1ab44d0" not in text(browser, "main ul.memories"), text(browser)


def part_of_a_plan(browser, console, _axe):
    """Of a plan only what is ticked is done, an edit shows what goes, and nothing is done without a yes."""
    browser.devtools("Network.clearBrowserCookies", {})
    enter(browser, console)
    forget(browser, console, "sales", "everything about Greta Holm")
    assert texts(browser, ".part.edits del"), text(browser)
    boxes = browser.run("return document.querySelectorAll('form.plan input[name=id]').length")
    assert boxes > 4, text(browser)
    # Without the tick the browser sends nothing.
    browser.run("document.querySelectorAll('form.plan input[name=id]').forEach((e, at) => { e.checked = at < 2; })")
    browser.run("document.querySelector('form.plan').dispatchEvent(new Event('change'))")
    assert "2 ticked memories" in text(browser, "form.plan .danger"), text(browser, "form.plan .danger")
    browser.click("form.plan .danger")
    assert "/plans/" in path(browser)
    browser.click("input[name=read]")
    click(browser, "form.plan .danger")
    assert "Verified" in text(browser), text(browser)
    forget(browser, console, "sales", "everything about Greta Holm")
    equal(browser.run("return document.querySelectorAll('form.plan input[name=id]').length"), boxes - 2, "what is left")
    click(browser, "button[formaction$='/drop']")
    assert "Nothing was changed" in text(browser), text(browser)
    forget(browser, console, "sales", "everything about Zebulon Quark")
    assert "Nothing would be changed" in text(browser), text(browser)


def release_and_back(browser, console, _axe):
    """What is taken out of recall can be brought back; an edit and a new memory are kept."""
    browser.devtools("Network.clearBrowserCookies", {})
    enter(browser, console)
    scope(browser, console, "workshop")
    go(browser, "ul.memories a.memory")
    click(browser, "form[action$='/release'] button")
    assert "Released" in text(browser), text(browser)
    click(browser, "form[action$='/restore'] button")
    assert "In recall" in text(browser), text(browser)
    browser.run("document.querySelector('#edited').closest('details').open = true")
    browser.run("document.querySelector('#edited').value = 'The jig holds frames of every size.'")
    go(browser, "form[action$='/edit'] .button")
    equal(text(browser, "h1"), "The jig holds frames of every size.", "the edited text")


def time_line(browser, console, _axe):
    """A time line is dragged, and says what was believed then."""
    browser.devtools("Network.clearBrowserCookies", {})
    enter(browser, console)
    scope(browser, console, "sales")
    browser.type("#q", "What does the Larkfield Long cost?")
    click(browser, "form.search .button")
    browser.run("[...document.querySelectorAll('a.memory')].find(e => e.innerText.includes('4,390')).click()")
    browser.wait("document.querySelector('.drag:not([hidden])')", "the time line")
    assert "4,390" in text(browser, ".panel"), text(browser, ".panel")
    browser.run("const e = document.querySelector('#when'); e.value = Number(e.min) + 1; e.dispatchEvent(new Event('input'));")
    assert "4,200" in text(browser, ".panel"), text(browser, ".panel")
    browser.run("document.querySelector('#when').focus()")
    browser.press(RIGHT)
    assert "4,390" in text(browser, ".panel"), text(browser, ".panel")
    # The same in a search: as of a day, and of a source.
    day = (datetime.date.today() - datetime.timedelta(days=150)).isoformat()
    for fields, wanted, other in [({"as_of": day}, "4,200", "4,390"), ({"source": "price-"}, "4,390", "4,200")]:
        scope(browser, console, "sales")
        for name, value in fields.items():
            browser.run(f"document.querySelector('#{name}').value = {json.dumps(value)}")
        browser.type("#q", "What does the Larkfield Long cost?")
        click(browser, "form.search .button")
        shown = texts(browser, "ul.memories .text")
        assert any(wanted in one for one in shown) and not any(other in one for one in shown), shown
    sources = browser.run("return [...document.querySelectorAll('ul.memories .source')].map(e => e.textContent)")
    assert sources and all("price-" in source for source in sources), sources


def case(browser, console, axe):
    """A case goes over three scopes: found, decided, erased, certified; a search afterwards finds nothing."""
    browser.devtools("Network.clearBrowserCookies", {})
    enter(browser, console)
    browser.open(console.base + "/console/cases")
    browser.type("#number", "T-1192")
    browser.type("#names", "Greta Holm")
    browser.type("#mails", "greta.holm@brodochhav.example")
    browser.run("document.querySelector('#scopes').value = 'larkfield/**'")
    click(browser, "form[action='/console/cases'] .primary")
    assert "Case T-1192" in text(browser, "h1"), text(browser)
    scopes = texts(browser, "form.plan section h2 code")
    assert len(scopes) >= 3, scopes
    looked_at(browser, console, axe, "a case")
    browser.size(390, 844, mobile=True)
    looked_at(browser, console, axe, "a case, narrow")
    browser.size(1280, 900)
    browser.run("document.querySelectorAll('form.plan input[name=take]').forEach(e => { e.checked = true; })")
    go(browser, "form.plan .primary")
    assert "to decide" not in text(browser, "h1"), text(browser)
    browser.run("document.querySelector('input[name=read]').click()")
    go(browser, "form[action$='/apply'] .danger")
    assert "Closed" in text(browser, "h1"), text(browser)
    assert not texts(browser, "li.done .text") or "Greta" not in " ".join(texts(browser, "li.done .text"))
    go(browser, "a[href$='/certificate']")
    shown = text(browser, "body")
    assert "Certificate of erasure T-1192" in shown, shown[:200]
    assert browser.run("return document.querySelectorAll('details').length") >= 3, "receipts in the certificate"
    forget(browser, console, "sales", "everything about Greta Holm")
    assert "Nothing would be changed" in text(browser), text(browser)
    assert "Greta Hall" in text(browser, ".part.stays") or "Nothing came near" in text(browser, ".part.stays")


def keys(browser, console, _axe):
    """A key is made and shown once, logs in with its own rights and scope, and ends its session when it is revoked."""
    browser.devtools("Network.clearBrowserCookies", {})
    enter(browser, console)
    browser.open(console.base + "/console/keys")
    browser.run("document.querySelector('#scope').value = 'larkfield/sales'")
    go(browser, "form[action='/console/keys'] .primary")
    token = text(browser, ".callout .copied code")
    assert token.startswith("nep_"), text(browser)
    browser.open(console.base + "/console/keys")
    assert token not in browser.run("return document.documentElement.outerHTML")
    admin = browser.devtools("Network.getCookies", {"urls": [console.base + "/console"]})["cookies"][0]
    assert admin["httpOnly"] and admin["sameSite"] == "Strict" and admin["path"] == "/console", admin
    browser.devtools("Network.clearBrowserCookies", {})
    browser.open(console.base + "/console/login")
    browser.type("#secret", token)
    click(browser, "#login button")
    assert "Memories" in text(browser, "h1") and "larkfield/sales" in text(browser, ".side"), text(browser)
    equal(texts(browser, "[data-go=k], [data-go=h]"), [], "ways that the key does not open")
    assert browser.run("return !document.querySelector('main a.danger')"), "a way to forget without the right"
    # Revoked by the other session.
    request = urllib.request.Request(
        f"{console.base}/console/keys/{token.split('_')[1]}/revoke",
        data=b"",
        headers={"Cookie": f"{admin['name']}={admin['value']}", "Sec-Fetch-Site": "same-origin"},
    )
    with urllib.request.urlopen(request) as answer:
        equal(answer.status, 200, "the revocation")
    browser.open(console.base + "/console")
    equal(path(browser), "/console/login", "where one is with a revoked key")


def health(browser, console, _axe):
    """The whole store is checked from a page, and what waits is said."""
    browser.devtools("Network.clearBrowserCookies", {})
    enter(browser, console)
    go(browser, "[data-go=h]")
    assert "Every erasure reached the bytes" in text(browser), text(browser)
    click(browser, "form[action$='/check'] button")
    assert "Sound" in text(browser, ".callout + .callout, section:nth-of-type(2)"), text(browser)
    assert "5 scopes" in text(browser), text(browser)


def keyboard(browser, console, _axe):
    """Without a mouse: log in, choose a scope, say what is to be forgotten, tick, and come to the receipt."""
    browser.devtools("Network.clearBrowserCookies", {})
    enter(browser, console)

    def reach(selector, most=90):
        for _ in range(most):
            if browser.run(f"return document.activeElement.matches({json.dumps(selector)})"):
                return
            browser.press(TAB)
        raise AssertionError(f"no way to {selector} by the keyboard on {path(browser)}")

    def press(key, what):
        loaded(browser, lambda: browser.press(key), what)

    browser.press(TAB)
    assert browser.run("return document.activeElement.matches('.skip')"), "the first stop leads to the page"
    reach(".scopes li:last-child button")
    press(ENTER, "the memories")
    browser.press("g")
    press("f", "the page to forget on")
    browser.wait("document.activeElement.matches('#words')", "the sentence")
    browser.press(*"Luca Ferri")
    reach("form.forget .button.primary")
    press(ENTER, "the plan")
    assert "/plans/" in path(browser), text(browser)
    if not browser.run("return document.querySelector('form.plan input[name=id]').checked"):
        reach("form.plan input[name=id]")
        browser.press(SPACE)
    reach("input[name=read]")
    browser.press(SPACE)
    reach("form.plan .danger")
    press(ENTER, "the receipt")
    assert "Verified" in text(browser), text(browser)
    browser.press("?")
    assert browser.run("return document.querySelector('#help').open")


def cross_site(browser, console, _axe):
    """A form of another site is refused, and changes nothing; pages say how they are to be kept and framed."""
    browser.devtools("Network.clearBrowserCookies", {})
    enter(browser, console)
    cookie = browser.devtools("Network.getCookies", {"urls": [console.base + "/console"]})["cookies"][0]
    cookie = f"{cookie['name']}={cookie['value']}"
    for headers in [
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ]:
        request = urllib.request.Request(
            console.base + "/console/logout", data=b"", headers={"Cookie": cookie} | headers
        )
        try:
            urllib.request.urlopen(request)
            raise AssertionError(f"{headers} was let in")
        except urllib.error.HTTPError as error:
            equal(error.code, 403, f"the answer to {headers}")
    with urllib.request.urlopen(urllib.request.Request(console.base + "/console", headers={"Cookie": cookie})) as answer:
        policy = answer.headers["Content-Security-Policy"]
        equal(answer.headers["Cache-Control"], "no-store", "how a page is kept")
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy, policy
        assert b"Scopes" in answer.read()


CHECKS = [
    pages, login_once, purge, part_of_a_plan, release_and_back, time_line, case, keys, health, keyboard, cross_site,
]
