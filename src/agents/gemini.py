"""Gemini CLI: how it is started, also as an editor does (ACP), and its scenarios."""

import json
import subprocess
import threading
import time
from pathlib import Path

import play
from server import call, refuse, say

PACKAGE = "@google/gemini-cli"
PROGRAM = "gemini"
HOME = ".gemini"
TRANSCRIPTS = "tmp/*/chats/**/*.json*"

greeting = [(r"Type your message", None)]
exit = "/quit"

SETTINGS = {
    "security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": False},
    "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False}, "telemetry": {"enabled": False},
    "mcpServers": {"toy": {"command": "python3", "args": [str(Path(__file__).parent / "toy_mcp.py")]}},
}


def prepare(home, work, scenario):
    (home / HOME).mkdir(parents=True)
    (home / HOME / "settings.json").write_text(json.dumps(SETTINGS | scenario.get("settings", {})))


def command(play):
    return [str(play.agent.program)]


def environment(play, home, url):
    return {"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_CLI_TRUST_WORKSPACE": "true", "NO_BROWSER": "1"}


def print_arguments(prompt, arguments):
    return [*arguments, "-p", prompt]


def own_count(path):
    return {}


class Play(play.Play):
    """Also plays an editor, which asks by JSON-RPC on standard input and output."""

    def type(self, text, key="enter"):
        """Gemini takes an Enter that comes at once with a text for a newline in it."""
        super().type(text, None)
        self.see(text)
        self.pause(0.5)
        self.keys(key)

    # What the editor answers to the question whether a call may run: a kind of its options, or none.
    reply = "allow"

    def edit(self, session="new"):
        command, environment = self.command(["--acp"])
        self.editor = subprocess.Popen(command, cwd=self.work, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        self.answers = {}
        threading.Thread(target=self.listen, args=(self.editor,), daemon=True).start()
        self.request("initialize", protocolVersion=1, clientCapabilities={"fs": {"readTextFile": False, "writeTextFile": False}})
        self.request("authenticate", methodId="gemini-api-key")
        where = {"cwd": str(self.work), "mcpServers": []}
        if session == "load":
            self.request("session/load", sessionId=self.record.places["SESSION"], **where)
        else:
            self.record.places["SESSION"] = self.request("session/new", **where)["sessionId"]

    def listen(self, editor):
        for text in editor.stdout:
            try:
                said = json.loads(text)
            except ValueError:
                continue
            if said.get("method") == "session/request_permission":
                options = [each["optionId"] for each in said["params"]["options"] if each["kind"] == f"{self.reply}_once"]
                chosen = {"outcome": "selected", "optionId": options[0]} if options else {"outcome": "cancelled"}
                self.send(id=said["id"], result={"outcome": chosen})
            elif "method" in said and "id" in said:
                self.send(id=said["id"], error={"code": -32601, "message": "not known"})
            elif "id" in said:
                self.answers[said["id"]] = said

    def send(self, **message):
        self.editor.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.editor.stdin.flush()

    def request(self, method, **parameters):
        id = len(self.answers) + 1
        self.send(id=id, method=method, params=parameters)
        self.until(lambda: id in self.answers, f"{method} is answered", play.PRINT_SECONDS)
        return self.answers[id].get("result") or {}

    def ask(self, prompt, reply="allow"):
        self.reply = reply
        self.request("session/prompt", **self.prompt(prompt))

    def ask_and_stop(self, prompt, file):
        self.reply = "allow"
        id = len(self.answers) + 1
        self.send(id=id, method="session/prompt", params=self.prompt(prompt))
        self.file(file)
        self.send(method="session/cancel", params={"sessionId": self.record.places["SESSION"]})
        self.until(lambda: id in self.answers, "the stopped prompt is answered", play.PATIENCE)

    def prompt(self, text):
        return {"sessionId": self.record.places["SESSION"], "prompt": [{"type": "text", "text": text}]}

    def close_editor(self):
        self.editor.stdin.close()
        time.sleep(1)
        play.end(self.editor.pid)
        self.editor.wait()

    def next_minute(self):
        self.pause(61 - time.time() % 60)

    def import_session(self, prompt):
        """Begins a session with the messages of the first one."""
        path = next(path for path in self.transcripts() if path.suffix == ".jsonl")
        self.print(prompt, "--yolo", "--session-id", "11111111-2222-4333-8444-555555555555", "--session-file", str(path))

    def transcripts(self):
        return sorted((self.home / HOME).glob(TRANSCRIPTS))

    def gone(self):
        """Waits until Gemini has deleted all its transcripts."""
        self.until(lambda: not self.transcripts(), "the transcripts are deleted", play.PATIENCE)


def run(command, outcome="ok", **more):
    return call("run_shell_command", {"command": command, "description": "run"}, outcome, **more)


def read(name, outcome="ok"):
    return call("read_file", {"file_path": f"@WORK@/{name}"}, outcome)


def kid(step, outcome="ok"):
    return call("invoke_agent", {"agent_name": "codebase_investigator", "prompt": f"please step={step}"}, outcome)


def reported():
    report = {"SummaryOfFindings": "s", "ExplorationTrace": ["t"], "RelevantLocations": []}
    return call("complete_task", {"report": report}, steps=[])


FREE = "--yolo", "--session-id", "@SESSION@"
KID = {"kid": [say("k", read("a.txt")), say("", read("missing.txt", "file-not-found")), say("", reported())]}
KID_FACTS = {"kid": {"end": "answered"}}
KILLED = {"long": [say("", run("touch running; sleep 30")), say("never")], "second": [say("z")]}
KILL = ("begin", "please step=long", *FREE), ("file", "running"), ("signal", "SIGKILL"), ("finish",)
IMPORT = "11111111-2222-4333-8444-555555555555"


def printed(steps, *arguments, **more):
    return {"steps": steps, "play": [("print", f"please step={next(iter(steps))}", *FREE, *arguments)], **more}


def hook(event, script, matcher="*"):
    return {"hooks": {event: [{"matcher": matcher, "hooks": [{"type": "command", "command": script}]}]}}


DENY = """echo '{"decision": "deny", "reason": "house rule"}'"""

SCENARIOS = {
    "hello": printed({"hello": [say("hi")]}),
    "one": printed({"one": [say("look", run("echo one")), say("done")]}),
    "named-call": printed({"one": [say("look", run("echo one", named=True)), say("done")]}),
    "parallel": printed({"parallel": [say("look", read("a.txt"), run("echo b"), run("exit 3", "command-failed")), say("done")]}),
    "failures": printed({"fail": [
        say("", run("exit 3", "command-failed")), say("", read("missing.txt", "file-not-found")),
        say("", call("replace", {"file_path": "@WORK@/a.txt", "old_string": "none", "new_string": "x", "instruction": "change"},
                     "edit-mismatch")),
        say("", run("nosuchcmd_zz", "env-need")), say("", run("kill -9 $$", "command-failed")), say("done")]}),
    "looks-failed": printed({"fake": [say("", run("printf 'x\\nExit Code: 5\\n'")), say("done")]}),
    "invalid-input": printed({"invalid": [say("", call("read_file", {"path": 5}, "validation")), say("done")]}),
    "unknown-tool": printed({"unknown": [say("", call("no_such_tool", {"x": 1}, "unknown-tool")), say("done")]}),
    "edits": printed({"edits": [
        say("", call("write_file", {"file_path": "@WORK@/new.txt", "content": "one"})),
        say("", call("replace", {"file_path": "@WORK@/a.txt", "old_string": "line one", "new_string": "x", "instruction": "change"})),
        say("", call("grep_search", {"pattern": "line"}), call("glob", {"pattern": "*.txt"})), say("done")]}),
    "mcp": printed({"mcp": [say("", call("mcp_toy_boom", {}, "mcp")), say("done")]}),
    "blocked-command": printed({"blocked": [say("", run("echo $(echo inner)", "denied by rule")), say("done")]}),
    "blocked-by-hook": printed({"blocked": [say("", run("echo a", "denied by hook")), say("done")]},
                               settings=hook("BeforeTool", DENY, "run_shell_command")),
    "thoughts": printed({"thinks": [say("look", run("echo a"), thoughts=9), say("done", thoughts=5)]}),
    "background-command": printed({"bg": [
        say("", call("run_shell_command", {"command": "sleep 1; exit 4", "description": "run", "is_background": True})),
        say("", run("echo front")), say("done")]}),
    "empty-answer": printed({"empty": [say("", run("echo a")), say("")]}, facts={"empty": {"end": "answered"}}),
    "max-tokens": printed({"long": [say("cut off", stop="MAX_TOKENS")]}),
    "error-400": printed({"bad": [refuse(400, "INVALID_ARGUMENT", "bad thing")]}, facts={"bad": {"unwritten": "turn"}}),
    "error-after-call": printed({"bad": [say("", run("echo a")), refuse(400, "INVALID_ARGUMENT", "bad thing")]},
                                facts={"bad": {"end": "open"}}),
    "retry-503": printed({"busy": [refuse(503, "UNAVAILABLE", "Overloaded"), say("after")]}),
    "subagent": printed({"sub": [say("go", kid("kid")), say("done")], **KID}, facts=KID_FACTS),
    "subagents": printed({"sub": [say("go", kid("kid"), kid("other")), say("done")], **KID,
                          "other": [say("", read("a.txt")), say("", reported())]},
                         facts=KID_FACTS | {"other": KID_FACTS["kid"]}),
    "subagent-blocked": printed({"sub": [say("go", kid("kid")), say("done")],
                                 "kid": [say("", run("echo a", "denied by rule")), say("", reported())]}, facts=KID_FACTS),
    "subagent-fails": printed({"sub": [say("go", kid("kid", "other")), say("done")],
                               "kid": [refuse(400, "INVALID_ARGUMENT", "bad thing")]},
                              facts={"kid": {"unwritten": "turn"}}),
    "resume": {"steps": {"first": [say("", run("echo a")), say("done")], "second": [say("", run("echo b")), say("again")]},
               "play": [("print", "please step=first", *FREE), ("print", "please step=second", "--yolo", "--resume", "latest")]},
    # Resumed in another minute than begun, a session is in two files, which the next start deletes.
    "deleted-by-a-start": {
        "steps": {"first": [say("", run("echo a")), say("done")], "second": [say("", run("echo b")), say("again")],
                  "third": [say("new")]},
        "play": [("print", "please step=first", *FREE), ("next_minute",),
                 ("print", "please step=second", "--yolo", "--resume", "latest"), ("told", 2),
                 ("print", "please step=third", "--yolo")],
        "facts": {"third": {"session": "?next"}}, "deleted": ["@SESSION@"]},
    "killed-resumed-deleted": {
        "steps": {**KILLED, "third": [say("new")]},
        "play": [*KILL, ("next_minute",), ("print", "please step=second", "--yolo", "--resume", "latest"), ("told", 2),
                 ("print", "please step=third", "--yolo")],
        "facts": {"long": {"unwritten": "calls"}, "third": {"session": "?next"}}, "deleted": ["@SESSION@"]},
    "killed": {"steps": KILLED, "play": [*KILL, ("print", "please step=second", "--yolo", "--resume", "latest")],
               "facts": {"long": {"unwritten": "calls"}}},
    "import": {"steps": {"first": [say("", run("echo a")), say("done")], "second": [say("", run("echo b")), say("again")]},
               "play": [("print", "please step=first", *FREE), ("import_session", "please step=second")],
               "facts": {"second": {"session": IMPORT}}},
}


def typed(play, steps, *arguments, **more):
    return {"steps": steps, "play": [("start", *(arguments or FREE)), *play, ("exit",)], **more}


def prompt(step):
    return "type", f"please step={step}"


ONE = {"one": [say("look", run("echo one")), say("done")]}
TWO = {"two": [say("look", run("echo two")), say("done")]}
ASKS = r"Allow execution|Apply this change"
ESC = ("keys", "esc"), ("see", "cancelled"), ("pause", 1), ("keys", "ctrl-u")
LONG = {"runs": [say("go", run("touch running; sleep 90", "interrupted")), say("never")]}


def asking(outcome):
    return {"asks": [say("go", run("touch made", outcome)), say("done")], **TWO}


SCENARIOS |= {
    "t-one": typed([prompt("one"), ("answered", "one", 2), prompt("two"), ("answered", "two", 2)], {**ONE, **TWO}),
    "t-esc-before-answer": typed(
        [prompt("slow"), ("asked", "slow"), ("pause", 1), *ESC, prompt("two"), ("answered", "two", 2)],
        {"slow": [say("late", delay=90)], **TWO}),
    "t-esc-while-running": typed(
        [prompt("runs"), ("file", "running"), *ESC, prompt("two"), ("answered", "two", 2)], {**LONG, **TWO},
        facts={"runs": {"end": "interrupted"}}),
    "t-yes": typed([prompt("asks"), ("see", ASKS), ("pause", 1), ("keys", "enter"), ("answered", "asks", 2)],
                   asking("ok"), *FREE[1:]),
    "t-no": typed([prompt("asks"), ("see", ASKS), ("pause", 1), *ESC, prompt("two"), ("answered", "two", 2)],
                  asking("rejected by user"), *FREE[1:], facts={"asks": {"end": "interrupted"}}),
    "t-queued": typed([prompt("runs"), ("file", "running"), prompt("two"), ("answered", "two", 2)],
                      {"runs": [say("go", run("touch running; sleep 5")), say("first done")], **TWO}),
    "t-compress": typed([prompt("long"), ("answered", "long", 2), ("type", "/compress"), ("see", "compressed from"), ("pause", 1),
                         prompt("two"), ("answered", "two", 2)],
                        {"long": [say("look", run("seq 1 3000")), say("done", input=50_000)], **TWO}),
    "t-shell": typed([prompt("one"), ("answered", "one", 2), ("type", "!"), ("type", "echo mine"), ("pause", 3), ("keys", "esc"),
                      ("pause", 1), prompt("two"), ("answered", "two", 2)], {**ONE, **TWO}),
    "t-error-400": typed([prompt("bad"), ("asked", "bad"), ("pause", 3), prompt("two"), ("answered", "two", 2)],
                         {"bad": [refuse(400, "INVALID_ARGUMENT", "bad thing")], **TWO}),
    "t-clear": typed([prompt("one"), ("answered", "one", 2), ("type", "/clear"), ("pause", 3), prompt("two"),
                      ("answered", "two", 2)], {**ONE, **TWO}, facts={"two": {"session": "?cleared"}}),
    "t-chat-resume": typed(
        [prompt("one"), ("answered", "one", 2), ("type", "/chat save kept"), ("pause", 2), prompt("two"), ("answered", "two", 2),
         ("type", "/chat resume kept"), ("pause", 3), prompt("three"), ("answered", "three", 2)],
        {**ONE, **TWO, "three": [say("look", run("echo three")), say("done")]}),
    "t-restore": typed(
        [prompt("writes"), ("answered", "writes", 2), ("type", "/restore"), ("pause", 2), ("keys", "enter"), ("pause", 3), prompt("two"),
         ("answered", "two", 2)],
        {"writes": [say("", call("write_file", {"file_path": "@WORK@/new.txt", "content": "one"})), say("done")], **TWO},
        settings={"general": SETTINGS["general"] | {"checkpointing": {"enabled": True}}}),
    "t-stop-hook": typed(
        [prompt("one"), ("answered", "one", 3), prompt("two"), ("answered", "two", 2)],
        {"one": [say("look", run("echo one")), say("done"), say("checked")], **TWO},
        settings=hook("AfterAgent", f"grep -q 'step=two\\|stop_hook_active\":true' && echo '{{}}' || {DENY}")),
}


def edited(play, steps, **more):
    return {"steps": steps, "play": [("edit",), *play, ("close_editor",)], **more}


SCENARIOS |= {
    "acp": edited(
        [("ask", "please step=one"), ("ask", "please step=two"), ("ask", "please step=no", "reject"),
         ("ask", "please step=closed", "none"), ("ask_and_stop", "please step=runs", "running"), ("ask", "please step=three")],
        {**ONE, "two": [say("look", read("a.txt"), run("exit 3", "command-failed")), say("done")],
         "no": [say("go", run("touch made", "rejected by user")), say("it was refused")],
         "closed": [say("go", run("touch made", "rejected by user")), say("never")], **LONG,
         "three": [say("look", run("echo three")), say("done")]},
        facts={"runs": {"end": "interrupted"}}),
    "acp-load": edited([("ask", "please step=one"), ("close_editor",), ("edit", "load"), ("ask", "please step=two")],
                       {**ONE, **TWO}),
    "acp-unknown-tool": edited([("ask", "please step=unknown")],
                               {"unknown": [say("", call("no_such_tool", {"x": 1}, "unknown-tool")), say("done")]}),
    "acp-error-400": edited([("ask", "please step=bad"), ("ask", "please step=two")],
                            {"bad": [refuse(400, "INVALID_ARGUMENT", "bad thing")], **TWO}, facts={"bad": {"unwritten": "turn"}}),
}
