"""Headless Chromium for the tests of pages: opens a file, runs scripts in it, clicks, takes pictures, and keeps what the console says.

By the DevTools protocol over a pipe (--remote-debugging-pipe): messages of JSON that end in a zero byte, on descriptors 3 and 4.
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def program():
    """The browser's path, or nothing."""
    return shutil.which("chromium") or shutil.which("chromium-headless-shell")


class Browser:
    """One page. `errors`: exceptions, messages of level error, and what could not be loaded."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_us, theirs_out = os.pipe()
        theirs_in, to_them = os.pipe()
        # Descriptors 3 and 4 of the shell's child, whatever numbers they have here.
        command = [program(), "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--hide-scrollbars", "--no-first-run",
                   "--disable-background-networking", "--disable-dev-shm-usage", "--user-data-dir=" + self.folder.name, "about:blank"]
        self.process = subprocess.Popen(["sh", "-c", f"exec \"$@\" 3<&{theirs_in} 4>&{theirs_out}", "sh", *command], pass_fds=(theirs_in, theirs_out),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.read_from, self.write_to, self.rest, self.number = to_us, to_them, b"", 0
        self.errors, self.requests, self.loaded = [], [], False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.size(1280, 900)

    def next_message(self):
        while b"\0" not in self.rest:
            # One that hangs would hang the test, too.
            if not select.select([self.read_from], [], [], 120)[0]:
                raise RuntimeError("the browser has said nothing for two minutes")
            more = os.read(self.read_from, 1 << 20)
            if not more:
                raise RuntimeError("the browser ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(text)
        kind, what = message.get("method"), message.get("params", {})
        if kind == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif kind == "Log.entryAdded" and what["entry"]["level"] == "error":
            self.errors.append(what["entry"]["text"])
        elif kind == "Runtime.consoleAPICalled" and what["type"] in ("error", "assert"):
            self.errors.append(str([a.get("value", a.get("description")) for a in what["args"]]))
        elif kind == "Network.requestWillBeSent":
            self.requests.append(what["request"]["url"])
        elif kind == "Page.loadEventFired":
            self.loaded = True
        return message

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.write_to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next_message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def open(self, path, place=""):
        """Loads the file, and waits for its load event. Seconds."""
        start, self.loaded = time.monotonic(), False
        self.call("Page.navigate", url="file://" + os.path.abspath(path) + place)
        while not self.loaded:
            self.next_message()
        return time.monotonic() - start

    def run(self, script):
        """The value of an expression; one that waits gives it when it is there."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"].get("exception", {}).get("description")))
        return answer["result"].get("value")

    def settle(self):
        """Two frames, so that what was put off is drawn."""
        self.run("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")

    def theme(self, name):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def key(self, key, code="", number=0):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, windowsVirtualKeyCode=number or ord(key[0]), **({"text": key} if len(key) == 1 else {}))

    def picture(self, path):
        with open(path, "wb") as f:
            f.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self):
        self.process.terminate()
        self.process.wait()
        os.close(self.read_from)
        os.close(self.write_to)
        self.folder.cleanup()
