"""Copilot CLI: how it is started, and its scenarios."""

import json

from server import call, refuse, say

PACKAGE = "@github/copilot"
PROGRAM = "copilot"
HOME = ".copilot"
TRANSCRIPTS = "session-state/*/events.jsonl"

greeting = [(r"remember this folder", "enter"), (r"Describe a task|for shortcuts|/ commands", None)]
exit = "/exit"


def prepare(home, work, scenario):
    (home / HOME).mkdir(parents=True)


def command(play):
    return [str(play.agent.program)]


def environment(play, home, url):
    return {
        "COPILOT_HOME": str(home / HOME), "COPILOT_OFFLINE": "true", "COPILOT_PROVIDER_BASE_URL": f"{url}/v1",
        "COPILOT_MODEL": "gpt-5-mini", "COPILOT_AUTO_UPDATE": "false",
    }


def print_arguments(prompt, arguments):
    return [*arguments, "-p", prompt]


def own_count(path):
    return {}


def bash(command, outcome="ok", **more):
    return call("bash", {"command": command, "description": "run", **more}, outcome)


FREE = "--allow-all", "--session-id", "@SESSION@"
KID = {"kid": [say("k", bash("echo kid")), say("", bash("exit 4", "command-failed")), say("kid done")]}
KID_FACTS = {"kid": {"trigger": "teammate"}}


def printed(steps, *arguments, **more):
    return {"steps": steps, "play": [("print", f"please step={next(iter(steps))}", *FREE, *arguments)], **more}


def task(mode):
    return call("task", {"agent_type": "general-purpose", "name": "kid", "description": "kid", "prompt": "please step=kid",
                         "mode": mode})


SCENARIOS = {
    "hello": printed({"hello": [say("hi")]}),
    "one": printed({"one": [say("look", bash("echo one")), say("done")]}),
    "parallel": printed({"parallel": [say("look", bash("echo a"), bash("echo b"), bash("exit 3", "command-failed")), say("done")]}),
    "failures": printed({"fail": [
        say("", bash("exit 3", "command-failed")), say("", call("view", {"path": "/nonexistent/file.txt"}, "file-not-found")),
        say("", call("view", {"nopath": 1}, "validation")), say("", bash("nosuchcmd_zz", "env-need")), say("done")]}),
    "invalid-input": printed({"invalid": [
        say("", call("bash", {"cmd": "echo hi"}, "validation")), say("", call("view", {"path": 5}, "validation")),
        say("", call("view", {"path": "@WORK@", "view_range": "all"}, "validation")),
        say("", call("view", {"path": 5, "view_range": "all"}, "validation")), say("done")]}),
    "unknown-tool": printed({"unknown": [say("", call("no_such_tool", {"x": 1}, "unknown-tool")), say("done")]}),
    "poll": printed({"poll": [
        say("", bash("sleep 3; exit 5", "fails later", initial_wait=1)),
        say("", call("read_bash", {"shellId": "@TASK@", "delay": 6}, "command-failed")), say("done")]}),
    "background-command": printed({"bg": [
        say("", bash("sleep 2; exit 4", "ok", mode="async")), say("", bash("sleep 4")),
        say("", call("read_bash", {"shellId": "@TASK@", "delay": 1}, "command-failed")), say("done")]}),
    "subagent": printed({"sub": [say("go", task("sync"), bash("echo beside")), say("done")], **KID}, facts=KID_FACTS),
    "subagent-background": printed({"sub": [say("go", task("background")), say("started")], **KID}, facts=KID_FACTS),
    "error-400": printed({"bad": [refuse(400, "invalid_request_error", "bad thing")]}),
    "error-after-call": printed({"bad": [say("", bash("echo a")), refuse(400, "invalid_request_error", "bad thing")]}),
    "retry-529": printed({"busy": [refuse(529, "overloaded", "Overloaded"), say("after")]}),
    "no-rule": {"steps": {"ask": [say("", bash("touch made", "denied by nobody")), say("done")]},
                "play": [("print", "please step=ask", *FREE[1:])]},
    "deny-rule": printed({"ask": [say("", bash("touch made", "denied by rule")), say("done")]}, "--deny-tool", "shell(touch)"),
    "mcp": printed({"mcp": [
        say("", call("toy-add", {"a": 1, "b": 2})), say("", call("toy-boom", {}, "other")), say("done")]},
        "--additional-mcp-config", "@@WORK@/mcp.json", files={"mcp.json": json.dumps({"mcpServers": {
            "toy": {"type": "local", "command": "python3", "args": ["@HERE@/toy_mcp.py"], "tools": ["*"]}}})}),
    "killed": {"steps": {"long": [say("", bash("touch running; sleep 30", "interrupted", initial_wait=60))], "second": [say("z")]},
               "play": [("begin", "please step=long", *FREE), ("file", "running"), ("signal", "SIGKILL"), ("finish",),
                        ("print", "please step=second", FREE[0], "--resume=@SESSION@")]},
    "resume": {"steps": {"first": [say("", bash("echo a")), say("done")], "second": [say("again")]},
               "play": [("print", "please step=first", *FREE),
                        ("print", "please step=second", FREE[0], "--resume=@SESSION@")]},
}


def typed(play, steps, *arguments, **more):
    return {"steps": steps, "play": [("start", *(arguments or FREE)), *play, ("exit",)], **more}


def prompt(step):
    return "type", f"please step={step}"


ONE = {"one": [say("look", bash("echo one")), say("done")]}
TWO = {"two": [say("look", bash("echo two")), say("done")]}
ASKS = r"Do you want to"

SCENARIOS |= {
    "t-one": typed([prompt("one"), ("answered", "one", 2), prompt("two"), ("answered", "two", 2)], {**ONE, **TWO}),
    "t-esc-before-answer": typed(
        [prompt("slow"), ("asked", "slow"), ("pause", 1), ("keys", "esc", "esc"), ("pause", 2), ("keys", "ctrl-u"),
         prompt("two"), ("answered", "two", 2)], {"slow": [say("late", delay=30)], **TWO}),
    "t-esc-while-running": typed(
        [prompt("runs"), ("file", "running"), ("keys", "esc", "esc"), ("pause", 2), ("keys", "ctrl-u"), prompt("two"),
         ("answered", "two", 2)],
        {"runs": [say("go", bash("touch running; sleep 30", "pending", initial_wait=60)), say("never")], **TWO},
        facts={"runs": {"end": "interrupted"}}),
    "t-yes": typed([prompt("asks"), ("see", ASKS), ("pause", 1), ("keys", "enter"), ("answered", "asks", 2)],
                   {"asks": [say("go", bash("touch made")), say("done")]}, *FREE[1:]),
    "t-esc-at-question": typed(
        [prompt("asks"), ("see", ASKS), ("pause", 1), ("keys", "esc"), ("pause", 2), prompt("two"), ("answered", "two", 2)],
        {"asks": [say("go", bash("touch made", "rejected by user")), say("done")], **TWO}, *FREE[1:],
        facts={"asks": {"end": "interrupted"}}),
    "t-no": typed([prompt("asks"), ("see", ASKS), ("pause", 1), ("keys", "down", "down", "enter"), ("pause", 1),
                   ("type", "use make"), ("answered", "asks", 2)],
                  {"asks": [say("go", bash("touch made", "rejected by user")), say("done")]}, *FREE[1:]),
    "t-steer": typed([prompt("runs"), ("file", "running"), prompt("two"), ("answered", "two", 2)],
                     {"runs": [say("go", bash("touch running; sleep 60", initial_wait=60)), say("first done")], **TWO}),
    "t-compact": typed([prompt("one"), ("answered", "one", 2), ("type", "/compact"), ("pause", 5), prompt("two"),
                        ("answered", "two", 2)], {**ONE, **TWO}),
    "t-shell": typed([prompt("one"), ("answered", "one", 2), ("type", "!echo mine"), ("pause", 2), prompt("two"),
                      ("answered", "two", 2)], {**ONE, **TWO}),
    "t-error-400": typed([prompt("bad"), ("asked", "bad"), ("pause", 2), prompt("two"), ("answered", "two", 2)],
                         {"bad": [refuse(400, "invalid_request_error", "bad thing")], **TWO}),
}
