"""What Claude Code itself reckons: one request a model and kind of token, against a server that reports exactly that usage."""

import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from pathlib import Path

from server import Record, Server, say

TOKENS = 100_000  # of each kind; no context step is known below
LONG = 300_000
MODEL = re.compile(rb'"(claude-(?:[a-z]+-\d(?:-\d)?|\d(?:-\d)?-[a-z]+))"')
SOURCE = Path(__file__).parents[1] / "build" / "price-sources" / "claude-code.tsv"
EMPTY = {"input_tokens": 0, "output_tokens": 0, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0}


def usage(**more):
    return {**EMPTY, "service_tier": "standard", **more}


def written(five_minutes, hour):
    return usage(cache_creation_input_tokens=TOKENS, cache_creation={
        "ephemeral_5m_input_tokens": five_minutes, "ephemeral_1h_input_tokens": hour})


# Column: the usage that is reported, and the usage whose cost is subtracted before it is divided by TOKENS.
KINDS = {
    "input": (usage(input_tokens=TOKENS), None),
    "output": (usage(output_tokens=TOKENS), None),
    "cache_write": (written(TOKENS, 0), None),
    "cache_write_1h": (written(0, TOKENS), None),
    "cache_read": (usage(cache_read_input_tokens=TOKENS), None),
    "fast_input": (usage(input_tokens=TOKENS, speed="fast"), None),
    "fast_output": (usage(output_tokens=TOKENS, speed="fast"), None),
    "us_input": (usage(input_tokens=TOKENS, inference_geo="us"), None),
    "long_input": (usage(input_tokens=LONG), "part"),
    "long_output": (usage(input_tokens=LONG, output_tokens=TOKENS), "long_input"),
    "long_cache_write": (usage(input_tokens=LONG, cache_creation_input_tokens=TOKENS), "long_input"),
    "long_cache_write_1h": (dict(written(0, TOKENS), input_tokens=LONG), "long_input"),
    "long_cache_read": (usage(cache_read_input_tokens=LONG), "part"),
}


class Asker:
    """One program, one home, one server; a step is a usage that it reports."""

    def __init__(self, agent, folder):
        self.agent, self.folder = agent, Path(folder)
        self.home, self.work = self.folder / "home", self.folder / "work"
        self.work.mkdir()
        agent.prepare(self.home, self.work, {})
        self.server = Server()
        self.record = self.server.records["prices"] = Record({"steps": {}}, {})
        self.mark, self.url, self.scenario = str(folder), self.server.url("prices"), {}

    def cost(self, model, name, usage):
        """USD of a request, and whether the program knows the model's price; None without an answer."""
        self.record.steps[name] = [say("ok", usage=usage)]
        done = subprocess.run(
            [*self.agent.command(self), "--model", model, "-p", f"please step={name}", "--output-format", "json"],
            cwd=self.work, env=self.agent.environment(self), stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=60)
        try:
            answer = json.loads(done.stdout)
            used = answer["modelUsage"]
        except (ValueError, KeyError):
            return None, None, None
        return answer["total_cost_usd"], next(iter(used)), all(each.get("costBasis") == "list" for each in used.values())

    def row(self, model):
        costs, used, listed = {}, None, None
        for kind, (reported, _) in KINDS.items():
            costs[kind], answered, basis = self.cost(model, kind, reported)
            if costs[kind] is None:
                return None
            used, listed = answered, basis
        prices = {}
        for kind, (_, base) in KINDS.items():
            tokens = LONG if base == "part" else TOKENS
            less = costs[base] if base in costs else 0
            prices[kind] = round((costs[kind] - less) / tokens * 1e6, 6)
        step = self.step(model, prices["input"]) if prices["long_input"] != prices["input"] else None
        return used, listed, prices, step

    def every(self, rows):
        """What holds for all models: factors of the price of input, and USD for a thousand searches."""
        factors = {round(prices["us_input"] / prices["input"], 6) for prices, _ in rows.values()}
        if len(factors) != 1:
            raise SystemExit(f"us is no factor of all models: {sorted(factors)}")
        model, (prices, _) = next(iter(rows.items()))
        tiers = {tier: self.cost(model, tier, usage(input_tokens=TOKENS, service_tier=tier))[0] for tier in ("priority", "batch")}
        searches, _, _ = self.cost(model, "searches", usage(server_tool_use={"web_search_requests": 1_000}))
        return {"us": factors.pop(), **{tier: round(usd / TOKENS * 1e6 / prices["input"], 6) for tier, usd in tiers.items()},
                "web_searches": searches}

    def step(self, model, price):
        """The largest context that is still cheap."""
        low, high = TOKENS, LONG
        while high - low > 1:
            middle = (low + high) // 2
            cost, _, _ = self.cost(model, f"n{middle}", usage(input_tokens=middle))
            low, high = (middle, high) if abs(cost / middle * 1e6 - price) < price / 1000 else (low, middle)
        return low


def models(program):
    """The names of models in the program: all that it could ask for."""
    content = next(Path(program).parents[1].glob("@anthropic-ai/claude-code-*/claude")).read_bytes()
    return sorted({name.decode() for name in MODEL.findall(content)})


def source(agent, known, rows, every):
    """A source of the price list, as src/build/price-sources has it. Models that are known keep their order."""
    day = datetime.now(timezone.utc).date()
    lines = [f"source\tclaude-code\t{day}\tClaude Code {agent.version}'s own reckoning, measured request by request"]
    lines += [f"every\t{word}\t{value:g}" for word, value in every.items()]
    order = sorted(rows, key=lambda model: (known.index(model) if model in known else -1, model))
    for model in order:
        prices, step = rows[model]
        kinds = ("input", "output", "cache_write", "cache_write_1h", "cache_read")
        lines.append("\t".join([model, "0", *(f"{prices[kind]:g}" for kind in kinds)]))
        if step:
            lines.append("\t".join([model, str(step), *(f"{prices['long_' + kind]:g}" for kind in kinds)]))
    return lines + [f"fast\t{model}\t{rows[model][0]['fast_input'] / rows[model][0]['input']:g}" for model in order]


def print_source(agent, wanted):
    """Prints the source; on stderr what is not in it, and why. `wanted`: some models, none for all."""
    head = [line for line in SOURCE.read_text().splitlines() if line.startswith("#")]
    head[0] = re.sub(r"Claude Code \S+", f"Claude Code {agent.version}", head[0])
    known = [line.split("\t")[0] for line in SOURCE.read_text().splitlines()]
    with tempfile.TemporaryDirectory(prefix="footfall-prices-") as folder:
        asker = Asker(agent, folder)
        names = wanted or models(agent.program)
        rows = {}
        with ThreadPoolExecutor(3) as pool:
            for name, row in zip(names, pool.map(asker.row, names)):
                reason = not_listed(name, row)
                if reason:
                    print(f"{name}: {reason}", file=sys.stderr, flush=True)
                else:
                    rows[name] = row[2:]
                    print(f"{name}: {row[2]['input']:g} {row[2]['output']:g}", file=sys.stderr, flush=True)
        every = asker.every(rows)
    print("\n".join(head + source(agent, known, rows, every)))
    return 0


def not_listed(name, row):
    """Why the program has no price of its own for a model; None if it has one."""
    if row is None:
        return "no answer"
    used, listed, prices, _ = row
    if used != name:
        return f"the program asks for {used} instead"
    return None if listed else f"no price; reckoned as {prices['input']:g} {prices['output']:g}"
