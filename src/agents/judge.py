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
        trail = fact.get("session", answer["session"]), answer["agent"]
        key = (*trail, fact.get("of", answer["step"]))
        if fact.get("unwritten") == "turn" or not answer["sent"] and not fact.get("begun") and key not in turns:
            continue
        turn = turns.setdefault(key, {"calls": [], "usage": [], "end": "open", "compactions": 0})
        turn["compactions"] += answer["compactions"]
        first.setdefault(trail, answer["step"])
        if answer["status"] != 200:
            turn["end"] = "api_error"
        elif answer["sent"]:
            turn["calls"] += answer["calls"]
            turn["last"] = answer["calls"]
            turn["usage"].append(answer["usage"])
            turn["end"] = "open" if answer["calls"] else "answered"
    lines, calls = {}, {}
    for (session, agent, step), turn in turns.items():
        fact = facts.get(step, {})
        steps, unwritten = [], fact.get("unwritten")
        for call in turn["calls"][: -len(turn["last"]) if unwritten == "calls" else None]:
            outcome, failed = became(call["outcome"])
            said = record.results.get(call["id"])
            if said and failed is not None and failed not in said and "steps" not in call:
                wrong.append(f"{step}: {call['tool']} is declared {call['outcome']}, is_error is {not failed}")
            calls[call["id"]] = f"call {len(lines.get((session, agent), []))}.{len(steps)}"
            steps += call.get("steps", [f"{call['tool'].replace('/', '__')}:{outcome}"])
        trigger = fact.get("trigger", "notification" if step.startswith("notification") else "human")
        parent = calls.get(parent_of(record, first[session, agent])) if agent else None
        usage = turn["usage"][: -1 if unwritten == "tokens" else None]
        lines.setdefault((session, agent), []).append(
            line(trigger, steps, tokens(usage), fact.get("end", turn["end"]), parent, turn["compactions"]))
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
    own = {}
    for turn in sorted(turns, key=lambda turn: turn["index"]):
        if not turn.get("copy_of"):
            own.setdefault((turn["session_id"], turn.get("agent_id")), []).append(turn)
    calls = {(session, step.get("tool_use_id")): f"call {t}.{s}"
             for (session, _), found in own.items() for t, turn in enumerate(found) for s, step in enumerate(turn["steps"])}
    return {trail: [told_line(turn, calls) for turn in found] for trail, found in own.items()}


def told_line(turn, calls):
    kinds = turn["tokens"]
    counts = "/".join(str(kinds[k]) for k in ("input", "output", "cache_creation", "cache_read"))
    steps = [f"{step['tool']}:{word(step)}" for step in turn["steps"]]
    end = ENDS.get(turn["closed_by"], turn["closed_by"])
    parent = turn.get("parent_tool_use_id")
    link = calls.get((turn["session_id"], parent), parent)
    return line(turn["trigger"], steps, counts, end, link, turn["compactions"])


def named(expected, found):
    """The sessions and agents that the server could not name, `?STEP`, take footfall's names in order."""
    sessions = unnamed([session for session, _ in expected], [session for session, _ in found])
    expected = {(sessions.get(session, session), agent): lines for (session, agent), lines in expected.items()}
    agents = unnamed([trail for trail in expected if trail[1]], [trail for trail in found if trail[1]])
    return {agents.get(trail, trail): lines for trail, lines in expected.items()}


def unnamed(expected, found):
    """What begins with `?`, last in a trail, and the first of what is found that has no name yet."""
    asked = [each for each in dict.fromkeys(expected) if (each if isinstance(each, str) else each[1]).startswith("?")]
    return dict(zip(asked, (each for each in dict.fromkeys(found) if each not in expected)))


def differences(expected, found):
    """Lines with - for what is missing and + for what is too much, by trail."""
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


ALL = ["--min-length", "0"]


def from_files(footfall, places):
    return ask(footfall, "turns", [*ALL, "--from", *map(str, places)])


def from_live(footfall, data):
    return ask(footfall, "turns", [*ALL, "--set", f"data_dir={data}"])


def ask(footfall, command, arguments):
    done = subprocess.run(
        [footfall, command, "--json", *arguments], capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout or "[]")
