"""A good adapter without the module, or one with the defect that its argument names."""
import json
import os
import re
import sys
import time

DEFECT = sys.argv[1] if len(sys.argv) > 1 else ""
FOLDER = os.path.join(os.environ["FORGETEVAL_FOLDER"], "store")
WORDS = {"query": str, "new_text": str, "texts": list, "k": int, "yes": bool, "meanwhile": list}
PARAMS = {
    "reset": [], "usage": [], "inscribe": ["texts"], "import": ["texts"], "recall": ["query", "k"],
    "supersede": ["query", "new_text"], "release": ["query"], "purge": ["query"], "restore": ["query"],
    "consent": ["query", "yes", "meanwhile"],
}
rows, resets = [], 0  # [scope, text, live]


class Refused(Exception):
    pass


def words(text):
    return set(re.findall(r"\w+", text.lower()))


def best(scope, query, live=True):
    own = [row for row in rows if row[0] == scope and row[2] == live]
    scored = [(len(words(row[1]) & words(query)), row) for row in own]
    return [row for score, row in sorted(scored, key=lambda pair: -pair[0]) if score]


def save():
    os.makedirs(FOLDER, exist_ok=True)
    place = "stray.json" if DEFECT == "stray file" else os.path.join(FOLDER, "rows.json")
    with open(place, "w") as file:
        json.dump(rows, file)


def handle(method, params):
    global rows, resets
    if method == "describe":
        operations = [name for name in PARAMS if name not in ("reset", "inscribe", "recall")]
        if DEFECT == "missing method answered":
            operations.remove("release")
        if DEFECT == "unknown operation":
            operations.append("forget")
        name = "a%d" % time.monotonic_ns() if DEFECT == "moody name" else "defective"
        folder = None if DEFECT == "no folder named" else FOLDER
        return dict(name=name, version="1", operations=operations, folder=folder, scopes=True)
    if method not in PARAMS:
        if DEFECT == "dies of an unknown method":
            sys.exit(1)
        if DEFECT == "wrong code":
            raise Refused(-32000, "what?")
        raise Refused(-32601, "no method " + method)
    for name in PARAMS[method]:
        good = type(params.get(name)) is WORDS[name] and all(type(text) is str for text in params.get("texts", []))
        if not good and DEFECT != "takes anything":
            raise Refused(-32602, "bad " + name)
    scope = "one for all" if DEFECT == "one scope" else params.get("scope", "default")
    if method == "reset":
        resets += 1
        if DEFECT == "tires of resets" and resets > 100:
            raise Refused(-32000, "too many open files")
        if DEFECT != "keeps all":
            rows = []
    elif method in ("inscribe", "import"):
        if DEFECT == "import writes nothing" and method == "import":
            return {}
        texts = params["texts"] if isinstance(params.get("texts"), list) else []
        rows += [[scope, text.strip() if DEFECT == "strips texts" else text, True] for text in texts]
    elif method == "recall":
        if DEFECT == "takes anything" and type(params.get("query")) is not str:
            return {"texts": []}
        if DEFECT == "bare query" and '"' in params["query"]:
            raise Refused(-32000, "fts5: syntax error")
        found = [row[1] for row in best(scope, params["query"])]
        if DEFECT == "worst first":
            found.reverse()
        if DEFECT == "finds nothing":
            found = []
        if DEFECT == "never empty" and not found:
            found = ["I know nothing of that."]
        return {"texts": found if DEFECT == "more than k" else found[: params["k"]]}
    elif method == "usage":
        return {"calls": "many"} if DEFECT == "bad usage" else {"calls": 0}
    elif method == "supersede":
        if DEFECT != "only adds":
            rows.remove(best(scope, params["query"])[0])
        rows.append([scope, params["new_text"], True])
    elif method == "purge" and DEFECT != "purges later":
        rows.remove(best(scope, params["query"])[0])
    elif method == "consent":
        found = best(scope, params["query"])[0]
        if params["yes"] or DEFECT == "takes a no for a yes":
            rows.remove(found)
        rows += [[scope, text, True] for text in params["meanwhile"]]
        save()
        return {"shown": found[1] if DEFECT == "shows no list" else [{"text": found[1]}]}
    elif method == "release" and DEFECT != "releases nothing":
        best(scope, params["query"])[0][2] = False
    elif method == "restore" and DEFECT != "restores nothing":
        best(scope, params["query"], live=False)[0][2] = True
    save()
    return {}


if DEFECT == "no start":
    sys.exit("no licence")
answers = 0
for line in sys.stdin:
    request = json.loads(line)
    answer = {"jsonrpc": "2.0", "id": request["id"]}
    try:
        answer["result"] = handle(request["method"], request["params"])
    except Refused as refused:
        answer["error"] = {"code": refused.args[0], "message": refused.args[1]}
    except Exception as error:
        answer["error"] = {"code": -32603, "message": repr(error)}
    answers += 1
    if answers == 9 and DEFECT == "prints":
        print("[library] 9 answers")
    if answers == 9 and DEFECT == "lost count":
        answer["id"] = 1
    print(json.dumps(answer), flush=True)
if DEFECT == "never ends":
    time.sleep(600)
