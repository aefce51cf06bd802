"""Codex CLI: how it is started, and its scenarios."""

from pathlib import Path

from server import call, refuse, say

PACKAGE = "@openai/codex"
PROGRAM = "codex"
HOME = ".codex"
TRANSCRIPTS = "sessions/**/*.jsonl"

greeting = [(r"default ·|context left", None)]
exit = "/quit"

CONFIG = """
model = "{model}"
model_provider = "ours"
approval_policy = "{approval}"
sandbox_mode = "{sandbox}"
check_for_update_on_startup = false
[analytics]
enabled = false
[feedback]
enabled = false
[model_providers.ours]
name = "ours"
base_url = "{url}/v1"
wire_api = "responses"
requires_openai_auth = false
stream_max_retries = 0
request_max_retries = {retries}
[mcp_servers.toy]
command = "python3"
args = ["{here}/toy_mcp.py"]
[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"
[projects."{work}"]
trust_level = "trusted"
"""


def prepare(home, work, scenario):
    (home / HOME).mkdir(parents=True)


def command(play):
    config = CONFIG.format(
        model=play.scenario.get("model", "gpt-5.5"), url=play.url, here=Path(__file__).parent, work=play.work,
        **{"approval": "never", "sandbox": "danger-full-access", "retries": 0, **play.scenario.get("settings", {})})
    (play.home / HOME / "config.toml").write_text(config)
    return [str(play.agent.program)]


def environment(play, home, url):
    return {"CODEX_HOME": str(home / HOME), "OPENAI_API_KEY": "none"}


def print_arguments(prompt, arguments):
    return ["exec", *arguments, "--skip-git-repo-check", prompt]


def own_count(path):
    return {}


def run(command, outcome="ok", **more):
    return call("exec_command", {"cmd": command, **more}, outcome)


def printed(steps, **more):
    return {"steps": steps, "play": [("print", f"please step={next(iter(steps))}")], **more}


def multi(tool, input):
    return call(f"multi_agent_v1/{tool}", input, steps=[f"{tool}:ok"])


def script(code, *steps):
    """A script of code mode: the calls in it count, it does not."""
    return say("", call("exec", code, steps=list(steps)))


V1 = "gpt-5.2-codex"  # offers multi_agent_v1
CODE = "gpt-5.6-sol"  # works in code mode
ADD = "*** Begin Patch\n*** Add File: new.txt\n+one\n*** End Patch\n"
BAD = "*** Begin Patch\n*** Update File: missing.txt\n@@\n-x\n+y\n*** End Patch\n"
KID = {"kid": [say("k", run("echo kid")), say("", run("exit 4", "command-failed")), say("kid done")]}

SCENARIOS = {
    "hello": printed({"hello": [say("hi")]}),
    "one": printed({"one": [say("look", run("echo one")), say("done")]}),
    "parallel": printed({"parallel": [say("look", run("echo a"), run("echo b"), run("exit 3", "command-failed")), say("done")]}),
    "failures": printed({"fail": [say("", run("exit 3", "command-failed")), say("", run("nosuchcmd_zz", "env-need")), say("done")]}),
    "patch": printed({"patch": [
        say("", call("apply_patch", ADD)), say("", call("apply_patch", BAD, "edit-mismatch")), say("done")]}),
    "invalid-input": printed({"invalid": [
        say("", call("exec_command", {"command": "echo hi"}, "validation")), say("", call("exec_command", {"cmd": 5}, "validation")),
        say("", call("write_stdin", {"session_id": "x"}, "validation")), say("done")]}),
    "unknown-tool": printed({"unknown": [say("", call("no_such_tool", {"x": 1}, "unknown-tool")), say("done")]}),
    "mcp": printed({"mcp": [
        say("", call("mcp__toy/add", {"a": 1, "b": 2})), say("", call("mcp__toy/boom", {}, "mcp")), say("done")]}),
    "poll": printed({"poll": [
        say("", run("sleep 2; echo late; exit 7", "fails later", yield_time_ms=300)),
        say("", call("write_stdin", {"session_id": "@NUMBER@", "chars": "", "yield_time_ms": 5000}, "poll")), say("done")]}),
    "error-400": printed({"bad": [refuse(400, "invalid_request_error", "bad thing")]}),
    "error-after-call": printed({"bad": [say("", run("echo a")), refuse(400, "invalid_request_error", "bad thing")]}),
    "error-429": printed({"limit": [refuse(429, "rate_limit_error", "slow down")]}),
    "retry-529": printed({"busy": [refuse(529, "overloaded", "Overloaded"), say("after")]}, settings={"retries": 2}),
    "subagent": printed({"sub": [
        say("go", multi("spawn_agent", {"message": "please step=kid", "agent_type": "default"})),
        say("", multi("wait_agent", {"targets": ["@TASK@"], "timeout_ms": 10000})), say("done")], **KID}, model=V1),
    "subagent-fork": printed({"sub": [
        say("", run("echo parent")), say("go", multi("spawn_agent", {"message": "please step=kid", "fork_context": True})),
        say("", multi("wait_agent", {"targets": ["@TASK@"], "timeout_ms": 10000})), say("done")], **KID}, model=V1),
    "code": printed({"code": [
        script("const a = await tools.exec_command({cmd: 'ls'}); text(a.output);", "exec_command:ok"),
        script("const r = await Promise.allSettled([tools.exec_command({cmd: 'echo a'}), "
               "tools.exec_command({cmd: 'sleep 1; exit 3'})]); text(r);", "exec_command:ok", "exec_command:command-failed"),
        script("text(await tools.mcp__toy__boom({}));", "mcp__toy__boom:mcp"),
        say("done")]}, model=CODE),
    "code-fails": printed({"code": [say("", call("exec", "throw new Error('boom');", "other")), say("done")]}, model=CODE),
    "code-poll": printed({"code": [
        script("text(await tools.exec_command({cmd: 'sleep 2; exit 5', yield_time_ms: 300}));", "exec_command:command-failed"),
        script("text(await tools.write_stdin({session_id: @TASK@, chars: '', yield_time_ms: 5000}));", "write_stdin:ok"),
        say("done")]}, model=CODE),
    "code-subagent": printed({"sub": [
        say("go", call("collaboration/spawn_agent", {"message": "please step=kid", "task_name": "kid", "fork_turns": "none"},
                       steps=["spawn_agent:ok"])),
        say("", call("collaboration/wait_agent", {"timeout_ms": 10000}, steps=["wait_agent:ok"])), say("done")],
        "kid": [say("kid done")]}, model=CODE, facts={"kid": {"trigger": "teammate"}}),
    "killed": {"steps": {"long": [say("", run("touch running; sleep 30", "pending", yield_time_ms=30000))], "second": [say("z")]},
               "play": [("begin", "please step=long"), ("file", "running"), ("signal", "SIGKILL"), ("finish",),
                        ("print", "please step=second", "resume", "--last")]},
    "resume": {"steps": {"first": [say("", run("echo a")), say("done")], "second": [say("again")]},
               "play": [("print", "please step=first"), ("print", "please step=second", "resume", "--last")]},
}


def typed(play, steps, **more):
    return {"steps": steps, "play": [("start",), *play, ("exit",)], **more}


def prompt(step):
    return "type", f"please step={step}"


ONE = {"one": [say("look", run("echo one")), say("done")]}
TWO = {"two": [say("look", run("echo two")), say("done")]}
RUNS = {"runs": [say("go", run("touch running; sleep 30", "interrupted", yield_time_ms=30000)), say("never")]}
ASKED = {"approval": "on-request", "sandbox": "read-only"}


def asking(outcome):
    return {"asks": [say("go", run("touch made", outcome, sandbox_permissions="require_escalated", justification="why")),
                     say("done")], **TWO}


SCENARIOS |= {
    "t-one": typed([prompt("one"), ("answered", "one", 2), prompt("two"), ("answered", "two", 2)], {**ONE, **TWO}),
    "t-esc-before-answer": typed(
        [prompt("slow"), ("asked", "slow"), ("pause", 1), ("keys", "esc"), ("pause", 1), ("keys", "ctrl-u"), prompt("two"),
         ("answered", "two", 2)], {"slow": [say("late", delay=30)], **TWO}),
    "t-esc-while-running": typed(
        [prompt("runs"), ("file", "running"), ("keys", "esc"), ("pause", 1), ("keys", "ctrl-u"), prompt("two"),
         ("answered", "two", 2)], {**RUNS, **TWO}, facts={"runs": {"end": "interrupted"}}),
    "t-yes": typed([prompt("asks"), ("see", "Would you like to run"), ("pause", 1), ("keys", "y"), ("answered", "asks", 2)],
                   asking("ok"), settings=ASKED),
    "t-always": typed([prompt("asks"), ("see", "Would you like to run"), ("pause", 1), ("keys", "p"), ("answered", "asks", 2)],
                      asking("ok"), settings=ASKED),
    "t-no": typed([prompt("asks"), ("see", "Would you like to run"), ("pause", 1), ("keys", "n"), ("pause", 2)],
                  asking("rejected by user"), settings=ASKED, facts={"asks": {"end": "interrupted"}}),
    "t-esc-at-question": typed(
        [prompt("asks"), ("see", "Would you like to run"), ("pause", 1), ("keys", "esc"), ("pause", 2), ("keys", "ctrl-u"),
         prompt("two"), ("answered", "two", 2)], asking("rejected by user"), settings=ASKED, facts={"asks": {"end": "interrupted"}}),
    "t-steer": typed([prompt("runs"), ("file", "running"), prompt("two"), ("answered", "two", 2)],
                     {"runs": [say("go", run("touch running; sleep 4", yield_time_ms=9000)), say("first done")], **TWO}),
    "t-compact": typed([prompt("one"), ("answered", "one", 2), ("type", "/compact"), ("see", "compacted"), ("pause", 1),
                        prompt("two"), ("answered", "two", 2)], {**ONE, **TWO}),
    "t-shell": typed([prompt("one"), ("answered", "one", 2), ("type", "!echo mine"), ("pause", 2), prompt("two"),
                      ("answered", "two", 2)], {**ONE, **TWO}),
    "t-error-400": typed([prompt("bad"), ("asked", "bad"), ("pause", 2), prompt("two"), ("answered", "two", 2)],
                         {"bad": [refuse(400, "invalid_request_error", "bad thing")], **TWO}),
    "t-rewind": typed([prompt("one"), ("answered", "one", 2), prompt("two"), ("answered", "two", 2), ("keys", "esc", "esc"),
                       ("pause", 1), ("keys", "enter"), ("pause", 2), ("keys", "ctrl-u"), prompt("three"),
                       ("answered", "three", 2)], {**ONE, **TWO, "three": [say("look", run("echo three")), say("done")]}),
    "t-fork": typed([prompt("one"), ("answered", "one", 2), ("type", "/fork"), ("pause", 3), prompt("two"),
                     ("answered", "two", 2)], {**ONE, **TWO}),
}
