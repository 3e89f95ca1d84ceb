"""A memory in JSON lines that keeps everything, until a query tells it what to do wrong."""
import json
import os
import signal
import subprocess
import sys
import time

texts, scope, started = [], "default", sys.argv[1] if len(sys.argv) > 1 else ""


def say(**answer):
    sys.stdout.write(json.dumps(dict(jsonrpc="2.0", **answer)) + "\n")
    sys.stdout.flush()


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def hang():
    while True:
        time.sleep(1)


def misbehave(fault, number):
    if fault == "hang":
        hang()
    elif fault == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        hang()
    elif fault == "crash":
        sys.stderr.write("one\ntwo\nout of cheese\n")
        sys.exit(7)
    elif fault == "abort":
        os.kill(os.getpid(), signal.SIGKILL)
    elif fault == "print":
        write("Loading the model...\n")
    elif fault == "wrong id":
        say(id=number + 1, result={"texts": []})
    elif fault == "wrong shape":
        say(id=number, result={"memories": []})
    elif fault == "twice":
        say(id=number, result={"texts": ["once"]})
        say(id=number, result={"texts": ["twice"]})
    elif fault == "half":
        write('{"jsonrpc": "2.0", "id"')
        hang()
    elif fault == "half and end":
        write('{"jsonrpc": "2.0", "id"')
        sys.exit(0)
    elif fault == "huge":
        for _ in range(70):
            write("x" * (1 << 20))
        write("\n")
    elif fault == "closed":
        os.close(1)
        hang()
    elif fault == "grandchild":
        # It holds all three pipes, and outlives its parent.
        child = subprocess.Popen(["sleep", "600"])
        with open("pid", "w") as file:
            file.write(str(child.pid))
        os._exit(3)
    elif fault == "answered and ended":
        subprocess.Popen(["sleep", "600"])
        say(id=number, result={"texts": ["last words"]})
        os._exit(0)
    elif fault == "error":
        say(id=number, error={"code": -32000, "message": "KeyError: 'x'"})
    elif fault == "unknown":
        say(id=number, error={"code": -32601, "message": "never heard of it"})
    elif fault == "deaf":
        # Reads no more, so that a large request fills the pipe.
        say(id=number, result={"texts": []})
        hang()


with open("starts", "a") as file:
    file.write(".")
if started == "never":
    sys.stderr.write("no such model\n")
    sys.exit(4)
if started == "other name":
    name = "somebody"
else:
    name = "faulty"
if started == "fails once" and os.path.getsize("starts") == 1:
    sys.exit(5)

for line in sys.stdin:
    request = json.loads(line)
    method, params, number = request["method"], request.get("params", {}), request["id"]
    if method == "describe":
        operations = ["purge", "release", "restore", "import", "usage"]
        say(id=number, result=dict(name=name, version="3.1", operations=operations, folder="data", scopes=True))
    elif method == "reset":
        texts = []
        if started == "bad reset":
            say(id=number, error={"code": 1, "message": "the disk is full"})
        else:
            say(id=number, result={})
    elif method == "usage":
        say(id=number, result={"calls": 2, "cost_usd": 0.5})
    elif params.get("query", "").startswith("do: "):
        misbehave(params["query"][4:], number)
    elif method in ("inscribe", "import"):
        texts += [[params["scope"], text] for text in params["texts"]]
        say(id=number, result=None)
    elif method == "recall":
        found = [text for scope, text in texts if scope == params["scope"]]
        say(id=number, result={"texts": found[: params["k"]], "unknown field": 1})
    else:
        say(id=number, result={})
