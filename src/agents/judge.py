"""What a scenario says that happened, what footfall says, and the differences.

Both become lines, one a turn: `AGENT TURN trigger | calls | tokens | end`. The truth is made of the server's record and of
what the scenario declares about its steps; nothing in it comes from a transcript.
"""

import json
import subprocess

# What can become of a call, as a scenario declares it: an outcome of a step, or of one that failed its category; and who
# decided, as in `denied by rule`. To the outcomes, whether the agent calls them a failure (None: either).
OUTCOMES = {"ok": False, "rejected": True, "denied": True, "interrupted": True, "cancelled": True, "pending": None}
# What the result of the call does not say: a poll brings the exit of another call, a command may fail after its launch.
LATER = {"poll": ("ok", None), "fails later": ("command-failed", False)}
# footfall's words for the end of a turn.
ENDS = {
    "end_turn": "answered", "stop_hook": "answered", "turn_duration": "answered", "interrupted": "interrupted",
    "api_error": "api_error", "next_prompt": "open", "idle": "open",
}


def tokens(usages):
    kinds = ("input", "output", "cache_write", "cache_read")
    return "/".join(str(sum(usage[kind] for usage in usages)) for kind in kinds)


def truth(scenario, record):
    """Lines by (session, agent), and what of the scenario the agent contradicts."""
    facts = scenario.get("facts", {})
    turns, wrong, first = {}, [], {}
    for answer in record.answers:
        fact = facts.get(answer["step"], {})
        trail = answer["session"], answer["agent"]
        key = (*trail, fact.get("of", answer["step"]))
        if not answer["sent"] and key not in turns:
            continue
        turn = turns.setdefault(key, {"calls": [], "usage": [], "end": "open", "compactions": 0})
        turn["compactions"] += answer["compactions"]
        first.setdefault(trail, answer["step"])
        if answer["status"] != 200:
            turn["end"] = "api_error"
        elif answer["sent"]:
            turn["calls"] += answer["calls"]
            turn["usage"].append(answer["usage"])
            turn["end"] = "open" if answer["calls"] else "answered"
    lines = {}
    for (session, agent, step), turn in turns.items():
        fact = facts.get(step, {})
        calls = []
        for call in turn["calls"]:
            outcome, failed = became(call["outcome"])
            said = record.results.get(call["id"])
            if said and failed is not None and failed not in said and "steps" not in call:
                wrong.append(f"{step}: {call['tool']} is declared {call['outcome']}, is_error is {not failed}")
            calls += call.get("steps", [f"{call['tool'].replace('/', '__')}:{outcome}"])
        trigger = fact.get("trigger", "notification" if step.startswith("notification") else "human")
        parent = parent_of(record, first[session, agent]) if agent else None
        lines.setdefault((session, agent), []).append(
            line(trigger, calls, tokens(turn["usage"]), fact.get("end", turn["end"]), parent, turn["compactions"]))
    return lines, wrong


def became(declared):
    """The words of `told`, and whether the agent calls it a failure."""
    if declared in LATER:
        return LATER[declared]
    return declared, OUTCOMES.get(declared.split(" by ")[0], True)


def word(step):
    """What became of a step. That a rule or mode let a call run is left out: it is so for most."""
    said = step.get("category") or step["outcome"]
    by = step.get("permission")
    return said if by in (None, "config") else f"{said} by {by}"


def parent_of(record, step):
    """The call whose input names an agent's first step."""
    for answer in record.answers:
        for call in answer["calls"]:
            if f"step={step}" in json.dumps(call["input"]):
                return call["id"]
    return None


def line(trigger, calls, tokens, end, parent, compactions):
    parts = [trigger, " ".join(calls) or "-", tokens, end]
    parts += [f"of {parent}"] if parent else []
    parts += [f"{compactions} compactions"] if compactions else []
    return " | ".join(parts)


def told(turns):
    """footfall's turns as lines by (session, agent); copies count nowhere."""
    lines = {}
    for turn in sorted(turns, key=lambda turn: turn["index"]):
        if turn.get("copy_of"):
            continue
        kinds = turn["tokens"]
        counts = "/".join(str(kinds[k]) for k in ("input", "output", "cache_creation", "cache_read"))
        calls = [f"{step['tool']}:{word(step)}" for step in turn["steps"]]
        end = ENDS.get(turn["closed_by"], turn["closed_by"])
        lines.setdefault((turn["session_id"], turn.get("agent_id")), []).append(
            line(turn["trigger"], calls, counts, end, turn.get("parent_tool_use_id"), turn["compactions"]))
    return lines


def named(expected, found):
    """The agents that the server could not name, `?STEP`, take footfall's names in order."""
    unnamed = [trail for trail in expected if (trail[1] or "").startswith("?")]
    agents = [trail for trail in found if trail[1]]
    names = dict(zip(unnamed, agents))
    return {names.get(trail, trail): lines for trail, lines in expected.items()}


def differences(expected, found):
    """Lines with - for what is missing and + for what is too much, by trail."""
    expected = named(expected, found)
    names = {}
    sessions = list(dict.fromkeys(session for session, _ in [*expected, *found]))
    for trail in [*expected, *found]:
        if trail not in names:
            agents = [t for t in names if t[0] == trail[0] and t[1]]
            names[trail] = f"s{sessions.index(trail[0]) + 1}" + (f"/a{len(agents) + 1}" if trail[1] else "")
    rows = []
    for trail, name in names.items():
        left, right = expected.get(trail, []), found.get(trail, [])
        if left == right:
            continue
        for i in range(max(len(left), len(right))):
            a, b = (side[i] if i < len(side) else None for side in (left, right))
            if a != b:
                rows += [f"{name}:{i} {sign} {text}" for sign, text in (("-", a), ("+", b)) if text]
    return rows


def from_files(footfall, places):
    return ask(footfall, ["--from", *map(str, places)])


def from_live(footfall, data):
    return ask(footfall, ["--set", f"data_dir={data}"])


def ask(footfall, arguments):
    done = subprocess.run(
        [footfall, "turns", "--json", "--min-length", "0", *arguments], capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout or "[]")
