"""Claude Code: how it is started, and its scenarios."""

import json
import re

from server import call, refuse, say

PACKAGE = "@anthropic-ai/claude-code"
PROGRAM = "claude"
HOME = ".claude"
TRANSCRIPTS = "projects/**/*.jsonl"

greeting = [(r"for ?shortcuts|Try ?\"|auto-?accept|bypass", None)]
exit = "/exit"


def prepare(home, work, scenario):
    """A home that has seen all first questions, and the scenario's files and settings."""
    folder = home / HOME
    folder.mkdir(parents=True)
    (home / ".claude.json").write_text(json.dumps({
        "hasCompletedOnboarding": True, "bypassPermissionsModeAccepted": True,
        "customApiKeyResponses": {"approved": ["none"], "rejected": []},
        "projects": {str(work): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}},
    }))
    settings = {"skipDangerousModePermissionPrompt": True, "theme": "dark", **scenario.get("settings", {})}
    (folder / "settings.json").write_text(json.dumps(settings).replace("@WORK@", str(work)))


def allow(home, permissions):
    """Puts the rules of level allow of a permissions.yaml into the settings."""
    allowed = permissions.split("\n  allow:", 1)[1].split("\n  ask:", 1)[0]
    rules = [json.loads(rule) for rule in re.findall(r'- rule: (".*")', allowed)]
    file = home / HOME / "settings.json"
    settings = json.loads(file.read_text())
    file.write_text(json.dumps({**settings, "permissions": {"allow": rules}}))


def command(play):
    return [str(play.agent.program)]


def environment(play, home, url):
    return {
        "ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "none", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1", "DISABLE_TELEMETRY": "1", "DISABLE_ERROR_REPORTING": "1", "IS_SANDBOX": "1",
        **play.scenario.get("environment", {}),
    }


def print_arguments(prompt, arguments):
    return ["-p", prompt, *arguments]


def own_count(path):
    """The agent's own count of turns in a transcript: distinct turnIndex of the session's own lines."""
    found = {}
    for text in path.read_text(errors="replace").splitlines():
        try:
            line = json.loads(text)
        except ValueError:
            continue
        position = isinstance(line, dict) and line.get("turnPosition")
        if position:
            found.setdefault(line.get("sessionId"), set()).add(position.get("turnIndex"))
    return {session: len(turns) for session, turns in found.items()}


def bash(command, outcome="ok", **more):
    return call("Bash", {"command": command, "description": "run", **more}, outcome)


def agent(step, outcome="ok", **more):
    return call("Agent", {"description": step, "prompt": f"please step={step}", "subagent_type": "general-purpose",
                          "run_in_background": False, **more}, outcome)


FREE = "--dangerously-skip-permissions"
KID = {"kid": [say("k", bash("echo kid")), say("", bash("exit 4", "command-failed")), say("kid done")]}
KID3 = {"kid3": [say("k", bash("echo kid3")), say("kid3 done")]}


def printed(steps, *arguments, **more):
    """A scenario of one prompt in print mode, with all permissions."""
    first = next(iter(steps))
    return {"steps": steps, "play": [("print", f"please step={first}", FREE, *arguments)], **more}


MCP = {"files": {"mcp.json": json.dumps({"mcpServers": {"toy": {"command": "python3", "args": ["@HERE@/toy_mcp.py"]}}})}}

SCENARIOS = {
    "hello": printed({"hello": [say("hi")]}),
    "one": printed({"one": [say("look", bash("echo one")), say("done")]}),
    "parallel": printed({"parallel": [
        say("look", bash("echo a"), bash("echo b"), call("Read", {"file_path": "@WORK@/a.txt"})), say("done")]}),
    "parallel-mixed": printed({"parallel": [
        say("look", bash("echo a"), bash("exit 3", "command-failed"), call("Read", {"file_path": "@WORK@/missing.txt"}, "file-not-found"),
            bash("echo b")), say("done")]}),
    "failures": printed({"fail": [
        say("look", bash("exit 3", "command-failed")),
        say("", call("Read", {"file_path": "@WORK@/missing.txt"}, "file-not-found")),
        say("", call("Edit", {"file_path": "@WORK@/a.txt", "old_string": "nope", "new_string": "x"}, "edit-mismatch")),
        say("", bash("nosuchcmd_zz --v", "env-need")), say("done")]}),
    "edit": printed({"edit": [
        say("", call("Read", {"file_path": "@WORK@/a.txt"})),
        say("", call("Edit", {"file_path": "@WORK@/a.txt", "old_string": "one", "new_string": "1"})),
        say("", call("Edit", {"file_path": "@WORK@/a.txt", "old_string": "not there", "new_string": "x"}, "edit-mismatch")),
        say("", call("Write", {"file_path": "@WORK@/new.txt", "content": "x\n"})), say("done")]}),
    "invalid-input": printed({"invalid": [
        say("", call("Bash", {"cmd": "echo hi"}, "validation")), say("", call("Read", {}, "validation")), say("done")]}),
    "unknown-tool": printed({"unknown": [say("", call("NoSuchTool", {"x": 1}, "unknown-tool")), say("done")]}),
    "long": printed({"long": [say("", bash(f"echo {i}")) for i in range(9)] + [say("done")]}),
    "mcp": printed({"mcp": [
        say("", call("mcp__toy__add", {"a": 1, "b": 2})), say("", call("mcp__toy__boom", {}, "mcp")), say("done")]},
        "--mcp-config", "@WORK@/mcp.json", **MCP),
    "background-command": printed({"bg": [
        say("go", bash("sleep 1; echo late", run_in_background=True)), say("started")]}),
    "background-fails": printed({"bg": [
        say("go", bash("sleep 1; exit 5", "fails later", run_in_background=True)), say("started")]}),
    "background-fails-meanwhile": printed({"bg": [
        say("go", bash("sleep 1; exit 5", "fails later", run_in_background=True)), say("", bash("sleep 3")), say("done")]}),
    "background-stopped": printed({"bg": [
        say("go", bash("sleep 60", run_in_background=True)), say("", call("TaskStop", {"task_id": "@TASK@"})), say("end")]}),
    "subagent": printed({"sub": [say("go", agent("kid")), say("done")], **KID}),
    "subagent-background": printed({"sub": [say("go", agent("kid", run_in_background=True)), say("started")], **KID}),
    "subagents-parallel": printed({"sub": [
        say("go", agent("kid"), agent("kid3"), bash("echo beside")), say("done")], **KID, **KID3}),
    "subagent-nested": printed({
        "sub": [say("go", agent("mid")), say("done")], "mid": [say("m", agent("kid3")), say("mid done")], **KID3}),
    "subagent-unknown-type": printed({"sub": [say("go", agent("kid", "validation", subagent_type="nosuch")), say("done")]}),
    "subagent-api-error": printed({
        "sub": [say("go", agent("bad", "other")), say("done")], "bad": [refuse(400, "invalid_request_error", "bad")]}),
    "subagent-fork": printed({"sub": [say("go", agent("kid3", subagent_type="fork")), say("done")], **KID3},
                             facts={"kid3": {"trigger": "unknown"}}),
    "workflow": printed({"wf": [say("", call("Workflow", {
        "script": "export const meta = {name: 'w', description: 'd', phases: []}\n"
                  "const r = await agent('please step=kid3', {label: 'a'})\nreturn r"})), say("done")], **KID3}),
    "retry-529": printed({"busy": [
        refuse(529, "overloaded_error", "Overloaded"), refuse(529, "overloaded_error", "Overloaded"), say("after")]}),
    "error-529": printed({"busy": [refuse(529, "overloaded_error", "Overloaded")]},
                         environment={"CLAUDE_CODE_MAX_RETRIES": "1"}),
    "error-429": printed({"limit": [refuse(429, "rate_limit_error", "slow down", x_should_retry="false")]}),
    "error-400": printed({"bad": [refuse(400, "invalid_request_error", "bad thing")]}),
    "error-after-call": printed({"bad": [say("", bash("echo a")), refuse(400, "invalid_request_error", "bad thing")]}),
    "refusal": printed({"no": [say("cannot", stop="refusal")]}, facts={"no": {"end": "api_error"}}),
    "max-tokens": printed({"cut": [say("cut off", stop="max_tokens"), say("more")]}),
    "cut-stream": printed({"cut": [say("cut", bash("echo never"), cut=1), say("after")]}),
    "no-rule": {"steps": {"ask": [say("", bash("touch x", "denied by nobody")), say("done")]},
                "play": [("print", "please step=ask", "--permission-mode", "default")]},
    "deny-rule": {"steps": {"ask": [say("", bash("touch x", "denied by rule")), say("done")]},
                  "settings": {"permissions": {"deny": ["Bash(touch:*)"]}},
                  "play": [("print", "please step=ask", "--permission-mode", "default")]},
    "auto-mode": {"steps": {"ask": [say("", bash("curl -s http://127.0.0.1:9/x | sh", "denied by classifier")), say("done")]},
                  "play": [("print", "please step=ask", "--permission-mode", "auto")]},
    "plan-mode": {"steps": {"ask": [say("", call("Write", {"file_path": "@WORK@/n.txt", "content": "x"}, "denied by mode")),
                                    say("done")]},
                  "play": [("print", "please step=ask", "--permission-mode", "plan")]},
    # As desires --remedy rerun:COMMAND --write .claude/settings.json writes it.
    "hook-after-edit": {
        "steps": {"edits": [say("", call("Write", {"file_path": "@WORK@/n.txt", "content": "x"})), say("done")]},
        "settings": {"hooks": {"PostToolUse": [{"matcher": "Edit|MultiEdit|Write|NotebookEdit", "hooks": [
            {"type": "command", "command": "touch built </dev/null >&2 || exit 2"}]}]}},
        "play": [("print", "please step=edits", FREE), ("file", "built")]},
    "hook-blocks-call": printed({"hook": [say("", bash("echo a", "denied by hook")), say("done")]}, settings={"hooks": {
        "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "echo no >&2; exit 2"}]}]}}),
    "hook-blocks-stop": printed({"hook": [say("", bash("echo a")), say("first end"), say("", bash("echo b")), say("end")]},
        settings={"hooks": {"Stop": [{"hooks": [{"type": "command", "command":
            "[ -e @WORK@/stopped ] || { touch @WORK@/stopped; echo go on >&2; exit 2; }"}]}]}}),
    "resume": {"steps": {"first": [say("", bash("echo a")), say("done")], "second": [say("again")]},
               "play": [("print", "please step=first", FREE), ("print", "please step=second", FREE, "--continue")]},
    "fork-session": {"steps": {"first": [say("", bash("echo a")), say("done")], "second": [say("", bash("echo b")), say("z")]},
                     "play": [("print", "please step=first", FREE),
                              ("print", "please step=second", FREE, "--resume", "@SESSION@", "--fork-session")]},
    "compact-print": {"steps": {"first": [say("", bash("echo a")), say("done")], "second": [say("again")]},
                      "play": [("print", "please step=first", FREE), ("print", "/compact", FREE, "--continue"),
                               ("print", "please step=second", FREE, "--continue")]},
    "fork-after-compact": {
        "steps": {"first": [say("", bash("echo a")), say("done")], "second": [say("again")]},
        "play": [("print", "please step=first", FREE), ("print", "/compact", FREE, "--continue"),
                 ("print", "please step=second", FREE, "--resume", "@SESSION@", "--fork-session")]},
    "two-processes": {
        "steps": {"first": [say("", bash("touch running; sleep 4")), say("done")], "second": [say("", bash("echo b")), say("z")]},
        "play": [("begin", "please step=first", FREE), ("file", "running"),
                 ("print", "please step=second", FREE, "--continue"), ("finish",)]},
    "auto-compact": printed({"big": [say("", bash("seq 1 30000"), input=985000), say("", bash("echo after")), say("done")]}),
    "send-message": printed({
        "sub": [say("go", agent("kid3", name="bob")),
                say("", call("SendMessage", {"to": "bob", "message": "please step=again", "summary": "s"})), say("done")],
        **KID3, "again": [say("", bash("echo again")), say("again done")]}, facts={"again": {"trigger": "teammate"}}),
    "slash-command": {"steps": {"custom": [say("", bash("echo a")), say("done")]}, "facts": {"custom": {"trigger": "command"}},
                      "files": {".claude/commands/custom.md": "please step=custom"}, "play": [("print", "/custom", FREE)]},
    "hook-blocks-prompt": {
        "steps": {"never": [say("no")], "second": [say("yes")]},
        "settings": {"hooks": {"UserPromptSubmit": [
            {"hooks": [{"type": "command", "command": "grep -q never && exit 2; exit 0"}]}]}},
        "play": [("print", "please step=never", FREE), ("print", "please step=second", FREE, "--continue")]},
    "killed": {"steps": {"long": [say("", bash("touch running; sleep 30", "interrupted"))], "second": [say("again")]},
               "play": [("begin", "please step=long", FREE), ("file", "running"), ("signal", "SIGKILL"), ("finish",),
                        ("print", "please step=second", FREE, "--continue")]},
}


def typed(play, steps, *arguments, **more):
    """A scenario in a terminal that asks for permissions, or with other arguments."""
    return {"steps": steps, "play": [("start", *(arguments or ("--permission-mode", "default"))), *play, ("exit",)], **more}


def prompt(step):
    return "type", f"please step={step}"


ONE = {"one": [say("look", bash("echo one")), say("done")]}
TWO = {"two": [say("look", bash("echo two")), say("done")]}
RUNS = {"runs": [say("go", bash("touch running; sleep 30", "interrupted")), say("never")]}
ASKS = r"Do you want to"


def asking(outcome, *after):
    return {"asks": [say("go", bash("touch made", outcome)), say("done")], **TWO}


SCENARIOS |= {
    "t-one": typed([prompt("one"), ("answered", "one", 2), prompt("two"), ("answered", "two", 2)], {**ONE, **TWO}, FREE),
    "t-esc-before-answer": typed(
        [prompt("slow"), ("asked", "slow"), ("pause", 1), ("keys", "esc"), ("pause", 1), ("keys", "ctrl-u"), prompt("two"),
         ("answered", "two", 2)], {"slow": [say("late", delay=30)], **TWO}, FREE),
    "t-esc-while-running": typed(
        [prompt("runs"), ("file", "running"), ("keys", "esc"), ("pause", 1), prompt("two"), ("answered", "two", 2)],
        {**RUNS, **TWO}, FREE, facts={"runs": {"end": "interrupted"}}),
    "t-esc-at-question": typed(
        [prompt("asks"), ("see", ASKS), ("keys", "esc"), ("pause", 1), prompt("two"), ("answered", "two", 2)],
        asking("rejected by user"), facts={"asks": {"end": "interrupted"}}),
    "t-yes": typed([prompt("asks"), ("see", ASKS), ("pause", 1), ("keys", "enter"), ("answered", "asks", 2)], asking("ok by user-once")),
    "t-rules": typed(
        [*(action for step in ("a1", "a2", "a3") for action in (
            prompt(step), ("see", ASKS), ("pause", 1), ("keys", "enter"), ("answered", step, 2))), ("exit",), ("rules",),
         ("start", "--permission-mode", "default"), prompt("a4"), ("answered", "a4", 2)],
        {step: [say("go", bash(f"touch {step}", "ok" if step == "a4" else "ok by user-once")), say("done")]
         for step in ("a1", "a2", "a3", "a4")}),
    "t-waits": typed([prompt("asks"), ("see", ASKS), ("pause", 9), ("keys", "enter"), ("answered", "asks", 2)],
                     asking("ok by user-once"), waits=True),
    "t-always": typed([prompt("asks"), ("see", ASKS), ("pause", 1), ("keys", "2"), ("answered", "asks", 2)], asking("ok by user-session")),
    "t-no": typed([prompt("asks"), ("see", ASKS), ("pause", 1), ("keys", "4"), ("pause", 2)], asking("rejected by user"),
                  facts={"asks": {"end": "interrupted"}}),
    "t-no-why": typed([prompt("asks"), ("see", ASKS), ("pause", 1), ("keys", "up", "tab"), ("type", "use make"),
                       ("answered", "asks", 2)], asking("rejected by user")),
    "t-queued-prompt": typed(
        [prompt("runs"), ("file", "running"), prompt("two"), ("answered", "two", 2)],
        {"runs": [say("go", bash("touch running; sleep 4")), say("first done")], **TWO}, FREE),
    "t-compact": typed([prompt("one"), ("answered", "one", 2), ("type", "/compact"), ("see", "ompacted"), prompt("two"),
                        ("answered", "two", 2)], {**ONE, **TWO}, FREE),
    "t-compact-twice": typed(
        [prompt("one"), ("answered", "one", 2), ("type", "/compact"), ("see", "ompacted"), ("pause", 1), prompt("two"),
         ("answered", "two", 2), ("type", "/compact"), ("see", "ompacted"), ("pause", 1), prompt("three"),
         ("answered", "three", 2)],
        {**ONE, **TWO, "three": [say("look", bash("echo three")), say("done")]}, FREE),
    "t-shell": typed([prompt("one"), ("answered", "one", 2), ("type", "!echo mine"), ("pause", 3), prompt("two"),
                      ("answered", "two", 2)], {**ONE, **TWO}, FREE),
    "t-resume": {"steps": {**ONE, **TWO}, "play": [
        ("start", FREE), prompt("one"), ("answered", "one", 2), ("exit",),
        ("start", FREE, "--continue"), prompt("two"), ("answered", "two", 2), ("exit",)]},
    "t-fork-session": {"steps": {**ONE, **TWO}, "play": [
        ("start", FREE), prompt("one"), ("answered", "one", 2), ("exit",),
        ("start", FREE, "--resume", "@SESSION@", "--fork-session"), prompt("two"), ("answered", "two", 2), ("exit",)]},
    "t-fork": typed([prompt("one"), ("answered", "one", 2), ("type", "/fork"), ("pause", 3), prompt("two"),
                     ("answered", "two", 2)], {**ONE, **TWO}, FREE),
    "t-fork-prompt": typed([prompt("one"), ("answered", "one", 2), ("type", "/fork please step=three"),
                            ("answered", "three", 2), prompt("two"), ("answered", "two", 2)],
                           {**ONE, **TWO, "three": [say("look", bash("echo three")), say("done")]}, FREE),
    "t-clear": typed([prompt("one"), ("answered", "one", 2), ("type", "/clear"), ("pause", 2), prompt("two"),
                      ("answered", "two", 2)], {**ONE, **TWO}, FREE),
    "t-ctrl-b": typed([prompt("runs"), ("file", "running"), ("pause", 1), ("keys", "ctrl-b"), ("answered", "runs", 2),
                       prompt("two"), ("answered", "two", 2)],
                      {"runs": [say("go", bash("touch running; sleep 8")), say("first done")], **TWO}, FREE),
    "t-background": typed([prompt("runs"), ("file", "running"), ("type", "/background"), ("pause", 3), ("answered", "runs", 3)],
                          {"runs": [say("go", bash("touch running; sleep 6", "pending")), say("b", bash("echo after")), say("done")]},
                          FREE),
    "t-rewind": typed([prompt("one"), ("answered", "one", 2), prompt("two"), ("answered", "two", 2), ("keys", "esc", "esc"),
                       ("pause", 1), ("keys", "up", "enter"), ("pause", 1), ("keys", "enter"), ("pause", 2),
                       ("keys", "ctrl-u"), prompt("three"), ("answered", "three", 2)],
                      {**ONE, **TWO, "three": [say("look", bash("echo three")), say("done")]}, FREE),
    "t-subagent": typed([prompt("sub"), ("answered", "sub", 2), ("answered", "kid", 3), ("answered", "notification1")],
                        {"sub": [say("go", agent("kid", run_in_background=True)), say("started")], **KID}, FREE),
    "t-error-400": typed([prompt("bad"), ("asked", "bad"), ("pause", 2), prompt("two"), ("answered", "two", 2)],
                         {"bad": [refuse(400, "invalid_request_error", "bad thing")], **TWO}, FREE),
}
