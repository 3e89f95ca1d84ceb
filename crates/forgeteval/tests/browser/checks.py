"""What the page must do. Each check opens it afresh; its first line says what is checked."""

DOWN, UP, RIGHT, ENTER, ESCAPE = "\ue015", "\ue013", "\ue014", "\ue007", "\ue00c"

# The table or part of the suite and scorer that are shown.
SHOWN = ".suite.current .by-scorer:not([hidden])"


def opened(browser, page, address=""):
    browser.open("about:blank")
    browser.open(page + address)
    browser.wait("document.querySelector('#cases button')", "the list of cases")


def texts(browser, selector):
    return browser.run("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent.trim());".replace(
        "arguments[0]", repr(selector)))


def equal(found, wanted, what):
    assert found == wanted, f"{what}: {found!r}, and {wanted!r} was expected"


def opens(browser, page, _bare):
    """It opens, fetches nothing, and no recalled text became markup."""
    opened(browser, page)
    equal(browser.run("return performance.getEntriesByType('resource').length"), 0, "what was fetched")
    assert browser.run("return document.title").startswith("ForgetEval: cases 0.1.0"), "a text took the title"
    equal(browser.run("return document.images.length"), 0, "images")
    ids = browser.run("return [...document.querySelectorAll('[id]')].map(e => e.id)")
    equal(len(ids), len(set(ids)), "ids that stand once")
    nameless = browser.run(
        "return [...document.querySelectorAll('button, input, select, [role=img]')].filter(e =>"
        " !(e.textContent.trim() || e.ariaLabel || e.labels?.length)).map(e => e.outerHTML)")
    equal(nameless, [], "controls without a name")


def heat_map(browser, page, _bare):
    """The heat map is there: contestants apart, N/A hatched, intervals on focus and hover."""
    opened(browser, page)
    heat = f"{SHOWN} .heat"
    assert sorted(texts(browser, f"{heat} .contestants th")) == ["naive-sql", "nepenthe:published"]
    equal(len(texts(browser, f"{heat} .yardsticks tr")), 5, "yardsticks")
    equal(len(texts(browser, f"{heat} thead th")), 13, "columns, and the placement")
    lacking = browser.run(f"return [...document.querySelectorAll('{heat} .cell')].filter(e => e.matches('.na, .some-na')).length")
    assert lacking > 0, "some operation is lacking"
    some = browser.run(f"return [...document.querySelectorAll('{heat} .some-na .if-evaluable')].map(e => e.checkVisibility())")
    assert some and not any(some), "the strict rate is shown at first"
    browser.click("#denominators label:last-of-type")
    assert all(browser.run(
        f"return [...document.querySelectorAll('{heat} .some-na .if-evaluable')].map(e => e.checkVisibility())"))

    browser.run(f"document.querySelector('{heat} .cell').focus()")
    first = browser.run("return document.querySelector('#tip:not([hidden])')?.textContent")
    assert first and "(95 %: " in first and "substring_trap" in first, first
    browser.press(RIGHT)
    second = browser.run("return document.querySelector('#tip:not([hidden])')?.textContent")
    assert "prefix_collision" in second, second
    browser.press(DOWN)
    equal(browser.run("return document.querySelector('#tip').textContent.split(',')[0] !== arguments[0]".replace(
        "arguments[0]", repr(second.split(",")[0]))), True, "another row is told of")
    equal(browser.run(f"return document.querySelectorAll('{heat} .cell[tabindex=\"0\"]').length"), 1, "one stop of Tab")


def figures(browser, page, _bare):
    """Figures are there, and their marks can be reached by keyboard."""
    opened(browser, page)
    equal(len(texts(browser, f"{SHOWN} figure svg")), 2, "squares of points")
    marks = f"{SHOWN} figure:first-of-type .mark"
    equal(len(texts(browser, marks)), 7, "marks")
    browser.run(f"document.querySelector('{marks}').focus()")
    told = browser.run("return document.querySelector('#tip').textContent")
    browser.press(RIGHT)
    assert told != browser.run("return document.querySelector('#tip').textContent")
    assert browser.run("return document.querySelectorAll('tr.hot').length") > 0, "the system's rows light up"


def sorting(browser, page, _bare):
    """Sorting changes the order, both ways, and contestants stay above yardsticks."""
    opened(browser, page)
    table = f"{SHOWN} .numbers[data-filterable]"
    names = f"{table} tbody.yardsticks th"
    before = texts(browser, names)
    browser.click(f"{table} th:first-child [data-sort]")
    ascending = texts(browser, names)
    equal(ascending, sorted(before), "by name")
    equal(browser.run(f"return document.querySelector('{table} th').ariaSort"), "ascending", "what is said of it")
    browser.click(f"{table} th:first-child [data-sort]")
    equal(texts(browser, names), sorted(before, reverse=True), "by name, turned")
    browser.click(f"{table} th:nth-child(9) [data-sort]")
    lost = [int(cell) for cell in texts(browser, f"{table} tbody.yardsticks td:nth-child(9)")]
    equal(lost, sorted(lost, reverse=True), "by what was lost")
    order = texts(browser, f"{table} tbody th")
    assert set(order[:2]) == {"naive-sql", "nepenthe:published"}, order


def filtering(browser, page, _bare):
    """The table filters by name and without yardsticks."""
    opened(browser, page)
    tools, rows = f"{SHOWN} .table-tools", f"{SHOWN} [data-filterable] tbody tr:not([hidden])"
    browser.type(f"{tools} [data-filter]", "naive")
    equal(len(texts(browser, rows)), 1, "rows that are left")
    equal(texts(browser, f"{tools} [data-count]"), ["1 system"], "the count")
    browser.run(f"document.querySelector('{tools} [data-filter]').value = ''")
    browser.click(f"{tools} [data-yardsticks]")
    equal(len(texts(browser, rows)), 2, "contestants")


def scorers(browser, page, _bare):
    """Another scorer gives other numbers, by click and by key."""
    opened(browser, page)
    passes = f"{SHOWN} [data-filterable] td:first-of-type"
    published = texts(browser, passes)
    browser.click("#scorers label:nth-of-type(2)")
    browser.wait(f"document.querySelector('{SHOWN}').dataset.scorer === 'probed'", "the scorer")
    probed = texts(browser, passes)
    assert published != probed, f"both give {probed}"
    differ = texts(browser, f"{SHOWN} [data-differ]")
    assert int(differ[0]) > 0, differ
    browser.run("document.activeElement.blur()")
    browser.press("1")
    browser.wait(f"document.querySelector('{SHOWN}').dataset.scorer === 'published'", "the scorer, by key")
    equal(texts(browser, passes), published, "the first numbers again")


def comparing(browser, page, _bare):
    """Any system can be compared with the others."""
    opened(browser, page)
    rows = ".suite.current .compare tbody tr"
    browser.wait(f"document.querySelector('{rows}')", "the comparisons")
    equal(len(texts(browser, rows)), 6, "the other systems")
    assert browser.run("return document.querySelector('.suite.current .compare select').value") == "nepenthe:published"
    before = texts(browser, rows)
    browser.run("const s = document.querySelector('.suite.current .compare select'); s.value = 'null'; s.dispatchEvent(new Event('change'))")
    browser.wait(f"document.querySelector('{rows} th').textContent.length", "the comparisons with null")
    assert before != texts(browser, rows)


def exploring(browser, page, _bare):
    """The explorer opens a case with its facts and answers, and texts stay texts."""
    opened(browser, page)
    browser.click("#cases li:first-child button")
    browser.wait("document.querySelector('.answer')", "the answers")
    equal(texts(browser, "#case h3"), ["trap-script"], "the case")
    facts = texts(browser, ".facts-list li")
    assert facts[0] == "Ann's motto is </script><script>document.title='broken'</script>.", facts
    assert "<img src=x onerror=alert(1)> is what Ben typed." in facts, facts
    assert texts(browser, ".facts-list mark.bad") and texts(browser, ".facts-list mark.good")
    equal(len(texts(browser, ".answer")), 2, "contestants side by side")
    assert any("Recalled for the question" in card for card in texts(browser, ".answer"))
    browser.run("[...document.querySelectorAll('.who label')].find(l => l.textContent === 'keep').querySelector('input').click()")
    assert "</script>" in "".join(texts(browser, ".answer.yardstick ol")), "keep recalls what it was told to forget"
    equal(browser.run("return location.hash"), "#case=trap-script&suite=cases", "the link")
    equal(browser.run("return document.images.length + document.querySelectorAll('#case script').length"), 0, "elements out of texts")


def kinds(browser, page, _bare):
    """Checks on the way, files, notes and other scripts are shown."""
    opened(browser, page, "#case=many-steps&suite=cases")
    browser.wait("document.querySelector('.answer')", "the case in the link")
    equal(texts(browser, "#case h3"), ["many-steps"], "the case")
    equal(len(texts(browser, ".course .ask")), 3, "questions in the course")
    assert any("checks failed" in card for card in texts(browser, ".answer summary"))
    browser.open(page + "#case=left-in-files&suite=cases")
    browser.wait("document.querySelector('#case h3')?.textContent === 'left-in-files'", "another link")
    assert "files must not hold" in texts(browser, "#case dt")
    browser.open(page + "#case=script-name&suite=cases&scorer=probed")
    browser.wait("document.querySelector('#case h3')?.textContent === 'script-name'", "a link with a scorer")
    assert "Иван" in texts(browser, "#case mark.bad")
    equal(browser.run("return document.querySelector('#scorers input:checked').value"), "probed", "the scorer in the link")


def finding(browser, page, _bare):
    """Cases are found by text, column, verdict, and from a cell of the heat map."""
    opened(browser, page)
    browser.type("#find-text", "glasses")
    browser.wait("document.querySelectorAll('#cases li').length === 1", "the search")
    equal(texts(browser, "#cases .id"), ["shared-team"], "found")
    browser.click("#find button[type=reset]")
    browser.wait("document.querySelectorAll('#cases li').length === 17", "everything again")
    choose = "const s = document.querySelector('{0}'); s.value = '{1}'; s.dispatchEvent(new Event('input', {{bubbles: true}}))"
    browser.run(choose.format("#find-column", "recursive_supersession"))
    browser.wait("document.querySelectorAll('#cases li').length === 2", "a column")
    browser.run(choose.format("#find-system", "null") + ";" + choose.format("#find-verdict", "lost").replace("const s", "const t").replace("s.", "t."))
    browser.wait("document.querySelectorAll('#cases li').length > 0", "what null lost")
    browser.run(f"document.querySelector('{SHOWN} .heat .contestants tr:last-child .cell').focus()")
    browser.press(ENTER)
    browser.wait("document.querySelector('#find-verdict').value === 'fail'", "the cell's failed cases")
    equal(browser.run("return document.querySelector('#find-column').value"), "substring_trap", "the cell's column")


def keyboard(browser, page, _bare):
    """Keys go through the cases, to the search, and to the help."""
    opened(browser, page)
    browser.press("j")
    browser.wait("document.querySelector('#case h3')?.textContent === 'trap-script'", "j opens the first")
    browser.press("j", "j", "k")
    browser.wait("document.querySelector('#case h3')?.textContent === 'trap-separators'", "j, j, k")
    browser.run("document.querySelector('#cases [aria-current]').focus()")
    browser.press(DOWN)
    browser.wait("document.querySelector('#case h3')?.textContent === 'prefix-orders'", "down")
    browser.press("/")
    equal(browser.run("return document.activeElement.id"), "find-text", "the search has the focus")
    browser.press(ESCAPE, "?")
    assert browser.run("return document.querySelector('#help').open"), "the help is open"
    browser.press(ESCAPE)
    browser.wait("!document.querySelector('#help').open", "the help is closed")


def suites(browser, page, _bare):
    """Another suite brings its own tables and cases."""
    opened(browser, page, "#case=trap-script&suite=cases")
    browser.run("const s = document.querySelector('#suite'); s.value = '1'; s.dispatchEvent(new Event('change'))")
    browser.wait("document.querySelectorAll('#cases li').length === 20", "the cases of the template suite")
    equal(len(texts(browser, f"{SHOWN} .heat thead th")), 8, "the families, and the placement")
    equal(texts(browser, "#case h3"), [], "no case is open")
    shown = browser.run("return [...document.querySelectorAll('.suite')].map(e => e.checkVisibility())")
    equal(shown, [False, True], "one suite is shown")


def phone(browser, page, _bare):
    """Nothing runs over the edge of a phone."""
    browser.size(390, 844, mobile=True)
    for case in ["many-steps", "long-identifier-" + "x" * 60, "trap-script"]:
        opened(browser, page, f"#case={case}&suite=cases")
        browser.wait("document.querySelector('.answer')", case)
        equal(browser.run("return document.documentElement.scrollWidth"), 390, f"the width with {case}")
        over = browser.run(
            "return [...document.querySelectorAll('main *')].filter(e => !e.closest('.scroll, .list-frame, svg, .unseen')"
            " && e.getBoundingClientRect().right > 391).map(e => e.outerHTML.slice(0, 120))")
        equal(over, [], f"what runs over the edge with {case}")


def dark(browser, page, _bare):
    """It is dark where the system is, or where the reader says so."""
    ground = "return getComputedStyle(document.body).backgroundColor"
    opened(browser, page)
    light = browser.run(ground)
    browser.scheme("dark")
    assert browser.run(ground) != light, "the system's choice"
    browser.click("#theme")
    equal(browser.run(ground), light, "the reader's choice")


def printing(browser, page, _bare):
    """On paper every suite is there, and no controls."""
    opened(browser, page)
    browser.devtools("Emulation.setEmulatedMedia", {"media": "print"})
    shown = browser.run("return [...document.querySelectorAll('.suite')].map(e => e.checkVisibility())")
    tools = browser.run("return [...document.querySelectorAll('.toolbar, #find, .table-tools')].some(e => e.checkVisibility())")
    browser.devtools("Emulation.setEmulatedMedia", {"media": ""})
    equal((shown, tools), ([True, True], False), "what is printed")
    compared = browser.run("return [...document.querySelectorAll('.compare')].map(e => e.querySelectorAll('tr').length > 1)")
    equal(compared, [True, True], "comparisons of every suite")


def without_texts(browser, _page, bare):
    """Without the cases' texts, the explorer says so and shows the answers."""
    opened(browser, bare, "#case=trap-script&suite=cases")
    browser.wait("document.querySelector('.answer')", "the answers")
    assert any("are not there" in text for text in texts(browser, "#case .warn"))
    assert any("Recalled for the question" in card for card in texts(browser, ".answer"))


def old_browser(browser, page, _bare):
    """A browser that cannot unpack says so, and still shows the tables."""
    made = browser.devtools("Page.addScriptToEvaluateOnNewDocument", {"source": "delete window.DecompressionStream;"})
    browser.open(page)
    browser.wait("document.querySelector('#find-count').textContent.includes('cannot unpack')", "the message")
    assert texts(browser, f"{SHOWN} .heat tbody tr"), "the heat map"
    browser.devtools("Page.removeScriptToEvaluateOnNewDocument", {"identifier": made["identifier"]})


CHECKS = [
    opens, heat_map, figures, sorting, filtering, scorers, comparing, exploring, kinds, finding, keyboard, suites, phone,
    dark, printing, without_texts, old_browser,
]
