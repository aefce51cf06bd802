"""OpenCode: how it is started, also as a server, and its scenarios."""

import json
import socket
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import play
from server import call, refuse, say

PACKAGE = "opencode-ai"
PROGRAM = "opencode"
HOME = ".local/share/opencode"
TRANSCRIPTS = "opencode.db"

greeting = [(r"Ask anything", None)]
exit = "/exit"

MODEL = "claude-sonnet-4-5"  # A name that has a price.


def prepare(home, work, scenario):
    (home / HOME).mkdir(parents=True)
    (home / ".config" / "opencode").mkdir(parents=True)


def command(play):
    limit = {"context": play.scenario.get("context", 200_000), "output": 8_000}
    cost = {"input": 3, "output": 15, "cache_read": 0.3, "cache_write": 3.75}
    model = {"tool_call": True, "reasoning": True, "limit": limit, "cost": cost}
    config = {
        "autoupdate": False, "share": "disabled", "model": f"ours/{MODEL}", "small_model": "ours/small",
        "provider": {"ours": {"npm": "@ai-sdk/openai-compatible", "options": {"baseURL": f"{play.url}/v1", "apiKey": "none"},
                              "models": {MODEL: model, "small": model}}},
        "mcp": {"toy": {"type": "local", "command": ["python3", str(Path(__file__).parent / "toy_mcp.py")], "enabled": True}},
        "permission": {"bash": {"*": "allow", "touch made": "ask", "rm *": "deny"}, **play.scenario.get("permission", {})},
        **play.scenario.get("settings", {}),
    }
    (play.home / ".config" / "opencode" / "opencode.json").write_text(json.dumps(config))
    return [str(play.agent.program)]


def environment(play, home, url):
    words = "MODELS_FETCH", "AUTOUPDATE", "LSP_DOWNLOAD", "DEFAULT_PLUGINS"
    return {f"OPENCODE_DISABLE_{word}": "1" for word in words}


def print_arguments(prompt, arguments):
    return ["run", *arguments, prompt]


def own_count(path):
    return {}


class Play(play.Play):
    """Also plays what a client of OpenCode's server does. Sessions are named by a place: SESSION is the first one."""

    server = None

    def close(self):
        super().close()
        if self.server:
            play.end(self.server.pid)
            self.server.wait()

    def serve(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command, environment = self.command(["serve", "--hostname", "127.0.0.1", "--port", str(port)])
        self.server = subprocess.Popen(command, cwd=self.work, env=environment, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self.address = f"http://127.0.0.1:{port}"
        self.until(self.listens, "the server listens", play.PATIENCE)

    def listens(self):
        try:
            with urllib.request.urlopen(f"{self.address}/global/health", timeout=5):
                return True
        except OSError:
            return False

    def kill(self):
        self.server.kill()
        self.server.wait()

    def api(self, method, path, **body):
        request = urllib.request.Request(self.address + path, method=method, headers={"content-type": "application/json"},
                                         data=json.dumps(body).encode() if method == "POST" else None)
        try:
            with urllib.request.urlopen(request, timeout=play.PRINT_SECONDS * play.SLOWNESS) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as refused:
            raise play.NotDriven(f"{method} {path}: {refused.code} {refused.read()[:200]}") from None

    def session(self, name="SESSION"):
        return f"/session/{self.record.places[name]}"

    def new(self, name="SESSION"):
        self.record.places[name] = self.api("POST", "/session")["id"]

    def ask(self, step, name="SESSION"):
        self.api("POST", f"{self.session(name)}/message", **self.message(step))

    def send(self, step, name="SESSION"):
        """As ask, but goes on with the next action; `ended` waits."""
        self.api("POST", f"{self.session(name)}/prompt_async", **self.message(step))

    def message(self, step):
        return {"parts": [{"type": "text", "text": f"please step={step}"}]}

    def ended(self, name="SESSION"):
        self.until(lambda: self.record.places[name] not in self.api("GET", "/session/status"), "the agent is idle", play.PATIENCE)

    def abort(self):
        self.api("POST", f"{self.session()}/abort")
        self.ended()

    def reply(self, reply, **more):
        """Answers the next question for a permission."""
        self.until(lambda: self.api("GET", "/permission"), "a permission is asked for", play.PATIENCE)
        self.api("POST", f"/permission/{self.api('GET', '/permission')[0]['id']}/reply", reply=reply, **more)

    def reply_with(self, message):
        self.reply("reject", message=message)

    def of(self, step):
        messages = self.api("GET", f"{self.session()}/message")
        return next(each["info"]["id"] for each in messages if each["info"]["role"] == "user" and f"step={step}" in str(each["parts"]))

    def undo(self, step):
        self.api("POST", f"{self.session()}/revert", messageID=self.of(step))

    def redo(self):
        self.api("POST", f"{self.session()}/unrevert")

    def fork(self, step, name):
        """A session with all that was before a step."""
        self.record.places[name] = self.api("POST", f"{self.session()}/fork", messageID=self.of(step))["id"]

    def compact(self):
        self.api("POST", f"{self.session()}/summarize", providerID="ours", modelID=MODEL)
        self.ended()

    def delete(self, name="SESSION"):
        self.api("DELETE", self.session(name))


def bash(command, outcome="ok", **more):
    return call("bash", {"command": command, "description": "run", **more}, outcome)


def read(name, outcome="ok"):
    return call("read", {"filePath": f"@WORK@/{name}"}, outcome)


def task(step, outcome="ok", kind="general"):
    return call("task", {"description": "kid", "prompt": f"please step={step}", "subagent_type": kind}, outcome)


ONE = {"one": [say("look", bash("echo one")), say("done")]}
TWO = {"two": [say("look", bash("echo two")), say("done")]}
THREE = {"three": [say("look", bash("echo three")), say("done")]}
KID = {"kid": [say("k", bash("echo kid")), say("", bash("exit 4", "command-failed")), say("kid done")]}
# OpenCode books the tokens of a request when its calls have ended, and of one that is stopped before: none.
RUNS = {"runs": [say("go", bash("touch running; sleep 30", "interrupted")), say("never")]}
KILLED = {"runs": [say("go", bash("touch running; sleep 30", "pending")), say("never")]}
STOPPED = {"runs": {"end": "interrupted", "unwritten": "tokens"}}


def printed(steps, *arguments, **more):
    return {"steps": steps, "play": [("print", f"please step={next(iter(steps))}", *arguments)], **more}


def served(play, steps, **more):
    return {"steps": steps, "play": [("serve",), ("new",), *play], **more}


SCENARIOS = {
    "hello": printed({"hello": [say("hi")]}),
    "one": printed(ONE),
    "parallel": printed({"parallel": [say("look", bash("echo a"), read("a.txt"), bash("exit 3", "command-failed")), say("done")]}),
    "failures": printed({"fail": [
        say("", bash("exit 3", "command-failed")), say("", read("missing.txt", "file-not-found")),
        say("", call("edit", {"filePath": "@WORK@/a.txt", "oldString": "none", "newString": "x"}, "edit-mismatch")),
        say("", bash("nosuchcmd_zz", "env-need")),
        say("", bash("sleep 5", "timeout", timeout=500)), say("done")]}),
    "edits": printed({"edits": [
        say("", call("write", {"filePath": "@WORK@/new.txt", "content": "one"})), say("", read("a.txt")),
        say("", call("edit", {"filePath": "@WORK@/a.txt", "oldString": "line one", "newString": "x"})),
        say("done")]}),
    "invalid-input": printed({"invalid": [say("", call("bash", {"cmd": 1}, "validation")), say("done")]}),
    "unknown-tool": printed({"unknown": [say("", call("no_such_tool", {"x": 1}, "unknown-tool")), say("done")]}),
    "broken-json": printed({"broken": [say("", call("bash", '{"command": "echo', "validation")), say("done")]}),
    "mcp": printed({"mcp": [say("", call("toy_add", {"a": 1, "b": 2})), say("", call("toy_boom", {}, "other")), say("done")]}),
    "thoughts": printed({"thinks": [say("look", bash("echo a"), thoughts=9), say("done", thoughts=5)]}),
    "deny-rule": printed({"denied": [say("", bash("rm none", "denied by rule")), say("done")]}),
    "no-question": printed({"asks": [say("", bash("touch made", "rejected by user")), say("never")]},
                           facts={"asks": {"end": "interrupted"}}),
    "error-400": printed({"bad": [refuse(400, "invalid_request_error", "bad thing")]}),
    "error-after-call": printed({"bad": [say("", bash("echo a")), refuse(400, "invalid_request_error", "bad thing")]}),
    "retry-500": printed({"busy": [refuse(500, "server_error", "Overloaded"), say("after")]}),
    "subagent": printed({"sub": [say("go", task("kid"), bash("echo beside")), say("done")], **KID}),
    "subagents": printed({"sub": [say("go", task("kid"), task("other", kind="explore")), say("done")], **KID,
                          "other": [say("", read("a.txt")), say("done")]}),
    "subagent-fails": printed({"sub": [say("go", task("kid", "other")), say("done")],
                               "kid": [refuse(400, "invalid_request_error", "bad thing")]}),
    "subagent-unknown": printed({"sub": [say("go", task("kid", "validation", "nobody")), say("done")]}),
    "resume": {"steps": {**ONE, **TWO},
               "play": [("print", "please step=one"), ("print", "please step=two", "--continue")]},
    "killed": {"steps": {**KILLED, **TWO},
               "play": [("begin", "please step=runs"), ("file", "running"), ("signal", "SIGKILL"), ("finish",),
                        ("print", "please step=two", "--continue")],
               "facts": {"runs": {"unwritten": "tokens"}}},
    "yes": served([("send", "asks"), ("reply", "once"), ("ended",), ("ask", "two")],
                  {"asks": [say("", bash("touch made")), say("done")], **TWO}),
    "no": served([("send", "asks"), ("reply", "reject"), ("ended",), ("ask", "two")],
                 {"asks": [say("", bash("touch made", "rejected by user")), say("never")], **TWO},
                 facts={"asks": {"end": "interrupted"}}),
    "no-with-words": served([("send", "asks"), ("reply_with", "use make"), ("ended",), ("ask", "two")],
                            {"asks": [say("", bash("touch made", "rejected by user")), say("done")], **TWO}),
    "abort": served([("send", "runs"), ("file", "running"), ("abort",), ("ask", "two")], {**RUNS, **TWO}, facts=STOPPED),
    "abort-before-answer": served([("send", "slow"), ("asked", "slow"), ("abort",), ("ask", "two")],
                                  {"slow": [say("late", delay=30)], **TWO}, facts={"slow": {"end": "interrupted", "begun": True}}),
    "abort-subagent": served(
        [("send", "sub"), ("file", "running"), ("abort",), ("ask", "two")],
        {"sub": [say("go", call("task", task("runs")["input"], "interrupted")), say("never")], **RUNS, **TWO},
        facts=STOPPED | {"sub": {"end": "interrupted"}}),
    "compact": served([("ask", "one"), ("compact",), ("ask", "two")], {**ONE, **TWO}),
    "compacts-itself": served([("ask", "big"), ("ended",), ("ask", "two")], {
        "big": [say("look", bash("echo one"), input=195_000), say("done")], **TWO}),
    "undo": served([("ask", "one"), ("ask", "two"), ("undo", "two"), ("ask", "three")], {**ONE, **TWO, **THREE}),
    "redo": served([("ask", "one"), ("ask", "two"), ("undo", "two"), ("redo",), ("ask", "three")], {**ONE, **TWO, **THREE}),
    "fork": served([("ask", "one"), ("ask", "two"), ("pause", 1), ("fork", "two", "FORK"), ("ask", "three", "FORK")],
                   {**ONE, **TWO, **THREE}),
    "queued": served([("send", "waits"), ("file", "running"), ("send", "two"), ("pause", 1), ("ended",)],
                     {"waits": [say("go", bash("touch running; sleep 4")), say("never")], **TWO}),
    "queued-twice": served(
        [("send", "waits"), ("file", "running"), ("send", "two"), ("send", "three"), ("pause", 1), ("ended",)],
        {"waits": [say("go", bash("touch running; sleep 4")), say("never")], **TWO, **THREE}),
    # A deleted session takes its events along, and the next session gets their rows.
    "deleted": served(
        [("ask", "one"), ("ask", "two"), ("told", 2), ("delete",), ("new", "NEXT"), ("ask", "three", "NEXT")],
        {**ONE, **TWO, **THREE}, deleted=["@SESSION@"]),
    "server-killed": served(
        [("ask", "one"), ("send", "runs"), ("file", "running"), ("kill",), ("serve",), ("ask", "two")],
        {**ONE, **KILLED, **TWO}, facts={"runs": {"unwritten": "tokens"}}),
    "killed-resumed-deleted": served(
        [("send", "runs"), ("file", "running"), ("kill",), ("serve",), ("ask", "two"), ("told", 2), ("delete",), ("new", "NEXT"),
         ("ask", "three", "NEXT")],
        {**KILLED, **TWO, **THREE}, facts={"runs": {"unwritten": "tokens"}}, deleted=["@SESSION@"]),
}


def typed(play, steps, **more):
    return {"steps": steps, "play": [("start",), *play, ("exit",)], **more}


def prompt(step):
    return "type", f"please step={step}"


SCENARIOS |= {
    "t-one": typed([prompt("one"), ("answered", "one", 2), prompt("two"), ("answered", "two", 2)], {**ONE, **TWO}),
    "t-esc-while-running": typed(
        [prompt("runs"), ("file", "running"), ("keys", "esc", "esc"), ("pause", 2), prompt("two"), ("answered", "two", 2)],
        {**RUNS, **TWO}, facts=STOPPED),
    "t-no": typed([prompt("asks"), ("see", "Permission required"), ("pause", 1), ("keys", "esc"), ("pause", 2), prompt("two"),
                   ("answered", "two", 2)],
                  {"asks": [say("", bash("touch made", "rejected by user")), say("never")], **TWO},
                  facts={"asks": {"end": "interrupted"}}),
    "t-queued": typed([prompt("waits"), ("file", "running"), prompt("two"), ("answered", "two", 2)],
                      {"waits": [say("go", bash("touch running; sleep 5")), say("never")], **TWO}),
    "t-undo": typed([prompt("one"), ("answered", "one", 2), prompt("two"), ("answered", "two", 2), ("type", "/undo"), ("pause", 2),
                     ("keys", "ctrl-u"), prompt("three"), ("answered", "three", 2)], {**ONE, **TWO, **THREE}),
    "t-shell": typed([prompt("one"), ("answered", "one", 2), ("keys", "!"), ("type", "echo mine"), ("pause", 3), prompt("two"),
                      ("answered", "two", 2)], {**ONE, **TWO}),
    "t-compact": typed([prompt("one"), ("answered", "one", 2), ("type", "/compact"), ("pause", 4), prompt("two"),
                        ("answered", "two", 2)], {**ONE, **TWO}),
}
