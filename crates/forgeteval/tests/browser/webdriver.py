"""A browser driven over the WebDriver protocol, with the standard library alone."""

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """Chromium without a window. Use as a context manager."""

    def __init__(self, width=1280, height=900):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(
            [shutil.which("chromedriver"), f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._wait_until_ready()
        options = {
            "binary": shutil.which("chromium") or shutil.which("chromium-browser"),
            "args": ["--headless=new", f"--window-size={width},{height}", "--disable-gpu", "--force-prefers-reduced-motion"]
            + (["--no-sandbox"] if os.geteuid() == 0 else []),
        }
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        answer = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{answer['sessionId']}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._ask("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait(timeout=10)

    def _wait_until_ready(self):
        for _ in range(100):
            try:
                if self._ask("GET", "/status")["ready"]:
                    return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise RuntimeError("chromedriver did not start")

    def _ask(self, method, path, body=None):
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.base + path, data=data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.read().decode()[:500]}") from error

    def open(self, url):
        self._ask("POST", self.session + "/url", {"url": url})

    def run(self, script, *arguments):
        """Runs a function's body in the page; promises are waited for."""
        body = {"script": f"return (async () => {{ {script} }})();", "args": list(arguments)}
        return self._ask("POST", self.session + "/execute/sync", body)

    def wait(self, condition, what, seconds=10):
        """Waits until an expression is true in the page."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"return Boolean({condition});"):
                return
            time.sleep(0.05)
        raise AssertionError(f"waited in vain: {what}")

    def find(self, selector):
        return self._ask("POST", self.session + "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self._ask("POST", f"{self.session}/element/{self.find(selector)}/click")

    def type(self, selector, text):
        self._ask("POST", f"{self.session}/element/{self.find(selector)}/value", {"text": text})

    def press(self, *keys):
        """Presses keys wherever the focus is."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._ask("POST", self.session + "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def size(self, width, height, mobile=False):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 2 if mobile else 1, "mobile": mobile}
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)

    def scheme(self, scheme):
        self.devtools("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def devtools(self, command, parameters):
        return self._ask("POST", self.session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def shot(self, path, whole=False):
        parameters = {"captureBeyondViewport": whole}
        if whole:
            size = self.devtools("Page.getLayoutMetrics", {})["cssContentSize"]
            parameters["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        self._save(path, self.devtools("Page.captureScreenshot", parameters)["data"])

    def pdf(self, path):
        self._save(path, self._ask("POST", self.session + "/print", {"page": {"width": 21.0, "height": 29.7}}))

    def log(self):
        """Takes what the console has said since the last call."""
        return self._ask("POST", self.session + "/se/log", {"type": "browser"})

    @staticmethod
    def _save(path, data):
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
