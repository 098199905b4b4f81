"""A headless Chromium, driven over the DevTools protocol through a pipe; the standard library is all it needs.

What a page says on its console, and what it throws, is kept in `said`: a page without faults leaves it empty.
"""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def find():
    """The browser's path; None: there is none."""
    asked = os.environ.get("CLSMEM_TEST_BROWSER")
    if asked is not None:
        return shutil.which(asked)
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    def __init__(self, program, width=1400, height=1000):
        self.home = tempfile.mkdtemp(prefix="clsmem-browser-")
        command_read, self.out = os.pipe()
        self.inp, answer_write = os.pipe()
        # The browser reads commands from descriptor 3 and answers on 4. Without a sandbox, since root has none.
        arguments = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--no-first-run", "--disable-background-networking", "--disable-component-update",
                     "--disable-sync", "--hide-scrollbars", f"--user-data-dir={self.home}", f"--window-size={width},{height}",
                     "--remote-debugging-pipe", "about:blank"]
        shell = f'exec "$@" 3<&{command_read} 4>&{answer_write}'
        environment = dict(os.environ, HOME=self.home, XDG_CACHE_HOME=self.home, XDG_CONFIG_HOME=self.home)
        # bash, since dash knows descriptors of one digit only
        self.process = subprocess.Popen(["bash", "-c", shell, "browser"] + arguments,
                                        pass_fds=(command_read, answer_write), stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, env=environment)
        os.close(command_read)
        os.close(answer_write)
        self.rest, self.number, self.session, self.said, self.requests, self.events = b"", 0, None, [], [], []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def message(self, deadline):
        while b"\0" not in self.rest:
            if time.monotonic() > deadline:
                raise TimeoutError("the browser says nothing")
            chunk = os.read(self.inp, 1 << 20)
            if not chunk:
                raise RuntimeError("the browser has ended")
            self.rest += chunk
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def note(self, message):
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.said.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled":
            self.said.append(f"console.{parameters['type']}: {[a.get('value') for a in parameters['args']]}")
        elif method == "Log.entryAdded":
            self.said.append(f"{parameters['entry']['level']}: {parameters['entry']['text']}")
        elif method == "Page.javascriptDialogOpening":
            self.said.append(f"a dialog: {parameters['message']}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        self.events.append(method)

    def call(self, method, seconds=60, **parameters):
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.out, json.dumps(command).encode() + b"\0")
        deadline = time.monotonic() + seconds
        while True:
            message = self.message(deadline)
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.note(message)

    def open(self, path):
        self.events.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        deadline = time.monotonic() + 60
        while "Page.loadEventFired" not in self.events:
            self.note(self.message(deadline))

    def run(self, expression):
        """The value of an expression, in which $ finds an element and $$ all of them; a promise is waited for."""
        whole = f"(($, $$) => ({expression}))(s => document.querySelector(s), s => [...document.querySelectorAll(s)])"
        answer = self.call("Runtime.evaluate", expression=whole, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails'].get('exception', {}).get('description')}")
        return answer["result"].get("value")

    def key(self, key, code=None, text=None, modifiers=0):
        common = dict(key=key, code=code or key, modifiers=modifiers,
                      windowsVirtualKeyCode={"Tab": 9, "Enter": 13, " ": 32}.get(key, 0))
        self.call("Input.dispatchKeyEvent", type="keyDown", **common, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def click(self, selector):
        """A real click in the middle of an element."""
        x, y = self.run(f"""(() => {{ const e = document.querySelector({json.dumps(selector)});
            e.scrollIntoView({{block: 'center', behavior: 'instant'}}); const r = e.getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2]; }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def dark(self, is_dark):
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def picture(self, path, whole=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as out:
            out.write(base64.b64decode(data))

    def print(self, path):
        data = self.call("Page.printToPDF", printBackground=True)["data"]
        with open(path, "wb") as out:
            out.write(base64.b64decode(data))

    def close(self):
        try:
            self.session = None
            self.call("Browser.close", seconds=10)
        except (RuntimeError, TimeoutError, OSError):
            self.process.kill()
        self.process.wait()
        os.close(self.out)
        os.close(self.inp)
        shutil.rmtree(self.home, ignore_errors=True)
