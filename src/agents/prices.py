"""What Claude Code itself reckons: one request a model and kind of token, against a server that reports exactly that usage."""

import json
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from server import Record, Server, say

TOKENS = 100_000  # of each kind; no context step is known below
LONG = 300_000
MODEL = re.compile(rb'"(claude-(?:[a-z]+-\d(?:-\d)?|\d(?:-\d)?-[a-z]+))"')
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


def print_prices(agent):
    print("\t".join(["model", *KINDS, "step", "basis"]))
    with tempfile.TemporaryDirectory(prefix="footfall-prices-") as folder:
        asker = Asker(agent, folder)
        names = models(agent.program)
        with ThreadPoolExecutor(3) as pool:
            for name, row in zip(names, pool.map(asker.row, names)):
                if row is None:
                    print(f"{name}\tno answer", flush=True)
                    continue
                used, listed, prices, step = row
                basis = "list" if listed else "unknown"
                if used != name:
                    basis += f" as {used}"
                print("\t".join([name, *(f"{prices[kind]:g}" for kind in KINDS), str(step or "-"), basis]), flush=True)
    return 0
