"""What Claude Code's `/insights` counts in the sessions of a home, beside what footfall counts in them."""

import json
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import judge
from server import Record, Server, say

META = "usage-data/session-meta"

# To each figure how it is found in a session of /insights and in footfall's turns, and why both may differ.
FIGURES = {
    "calls": (lambda meta: meta["tool_counts"],
              lambda turns: dict(Counter(step["tool"] for step in steps(turns))), None),
    "failed calls": (lambda meta: meta["tool_errors"],
                     lambda turns: sum(step["outcome"] not in ("ok", "pending") for step in steps(turns)), None),
    "interruptions": (lambda meta: meta["user_interruptions"],
                      lambda turns: sum(turn["interrupted"] for turn in turns), None),
    "commits": (lambda meta: meta["git_commits"], lambda turns: changes(turns, "commits"), "failed calls count there"),
    "pushes": (lambda meta: meta["git_pushes"], lambda turns: changes(turns, "pushes"), "failed calls count there"),
    "lines added": (lambda meta: meta["lines_added"], lambda turns: changes(turns, "lines_added"),
                    "inputs count there, also of failed calls, but not MultiEdit"),
    "lines removed": (lambda meta: meta["lines_removed"], lambda turns: changes(turns, "lines_removed"),
                      "as lines added"),
    "files": (lambda meta: meta["files_modified"], lambda turns: changes(turns, "files"),
              "as lines added, and once a session there, once a turn here"),
    "replies": (lambda meta: len(meta["user_response_times"]),
                lambda turns: sum((turn.get("reply_ms") or 0) > 2_000 for turn in turns),
                "also to interrupts and among injected texts there"),
    "input tokens": (lambda meta: meta["input_tokens"], lambda turns: tokens(turns, "input"),
                     "once a line there, once a message here"),
    "output tokens": (lambda meta: meta["output_tokens"], lambda turns: tokens(turns, "output"),
                      "once a line there, once a message here"),
}


def steps(turns):
    return [step for turn in turns for step in turn["steps"]]


def changes(turns, kind):
    return sum((turn.get("changes") or {}).get(kind) or 0 for turn in turns)


def tokens(turns, kind):
    return sum(turn["tokens"][kind] for turn in turns)


class Asker:
    """The program, with a home whose transcripts it is asked about, and a server that answers anything."""

    def __init__(self, agent, folder):
        self.home, self.work = folder / "home", folder / "work"
        self.work.mkdir()
        self.agent, self.mark, self.scenario = agent, str(folder), {}
        agent.prepare(self.home, self.work, {})
        server = Server()
        server.records["insights"] = Record({"steps": {"unknown": [say("nothing to say")]}}, {"SESSION": "none"})
        self.url = server.url("insights")

    def metas(self):
        """What /insights writes of each session."""
        done = subprocess.run(
            [*self.agent.command(self), "-p", "/insights"], cwd=self.work, env=self.agent.environment(self),
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)
        files = sorted((self.home / self.agent.HOME / META).glob("*.json"))
        if not files:
            raise SystemExit(f"/insights wrote nothing of a session: {(done.stderr or done.stdout).strip()[-500:]}")
        return {meta["session_id"]: meta for meta in (json.loads(file.read_text()) for file in files)}


def compare(agent, home, footfall):
    """Prints a line a figure; 1 when calls, failures or interruptions of a session differ that was not compacted."""
    if not (home / "projects").is_dir():
        raise SystemExit(f"{home} has no folder projects; name the .claude folder of a home")
    with tempfile.TemporaryDirectory(prefix="footfall-insights-") as temporary:
        asker = Asker(agent, Path(temporary))
        shutil.copytree(home / "projects", asker.home / agent.HOME / "projects")
        told = {}
        for turn in judge.from_files(footfall, [asker.home / agent.HOME]):
            if not turn.get("agent_id"):
                told.setdefault(turn["session_id"], []).append(turn)
        metas = asker.metas()
    both = sorted(set(told) & set(metas))
    whole = [session for session in both if not any(turn.get("compactions") for turn in told[session])]
    print(f"{agent.PACKAGE} {agent.version}: {len(whole)} sessions; without {len(both) - len(whole)} that were compacted, of which "
          "it counts the part after\nit. In how many is footfall's figure equal, lower, higher?\n")
    print(f"{'figure':14} {'equal':>6} {'lower':>6} {'higher':>6}  why")
    surprises = []
    for figure, (theirs, ours, reason) in FIGURES.items():
        pairs = [(session, theirs(metas[session]), ours(told[session])) for session in whole]
        differing = [pair for pair in pairs if pair[1] != pair[2]]
        lower = sum(size(there) > size(here) for _, there, here in differing)
        print(f"{figure:14} {len(pairs) - len(differing):6} {lower:6} {len(differing) - lower:6}  "
              f"{(reason or 'not known') if differing else ''}")
        surprises += [(figure, *pair) for pair in differing if not reason]
    for figure, session, there, here in surprises:
        print(f"    {session}: {figure} {there} there, {here} here")
    return 1 if surprises else 0


def size(value):
    return sum(value.values()) if isinstance(value, dict) else value
