"""The kinds of lines and the fields that topology-docs/transcript-format.md does not name."""

import json
import re
from collections import Counter

# Where a dialect names the kind of a line, and below which key its fields are.
KINDS = {
    "claude": (("type",), ("type", "subtype"), ("type", "attachment.type"), ("type", "origin.kind")),
    "codex": (("type",), ("type", "payload.type"), ("type", "payload.item.type")),
    "copilot": (("type",),),
}
FIELDS = {"claude": ("", "message"), "codex": ("", "payload"), "copilot": ("", "data")}


def at(line, path):
    for name in filter(None, path.split(".")):
        line = line.get(name) if isinstance(line, dict) else None
    return line


def unnamed(agent, paths, root):
    words = re.findall(r"[\w-]+(?:\.[\w-]+)*", (root / "topology-docs" / "transcript-format.md").read_text())
    words = {part for word in words for part in (word, *word.split("."))}
    kinds, fields = Counter(), Counter()
    for path in paths:
        for text in path.read_text(errors="replace").splitlines():
            try:
                line = json.loads(text)
            except ValueError:
                continue
            if not isinstance(line, dict):
                continue
            for keys in KINDS[agent]:
                values = [at(line, key) for key in keys]
                if isinstance(values[-1], str) and values[-1] not in words:
                    kinds[" ".join(map(str, values))] += 1
            for place in FIELDS[agent]:
                inside = at(line, place)
                for name in inside if isinstance(inside, dict) else ():
                    if name not in words:
                        fields[f"{place}.{name}" if place else name] += 1
    for title, counts in (("kinds of lines", kinds), ("fields", fields)):
        if counts:
            yield f"{title} that the page does not name: " + ", ".join(f"{n} ({c})" for n, c in counts.most_common())
