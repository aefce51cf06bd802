"""The kinds of lines and the fields that neither topology-docs/transcript-format.md nor unread.md names."""

import json
import re
import sqlite3
from collections import Counter

# Where a dialect names the kind of a line, and below which key its fields are.
KINDS = {
    "claude": (("type",), ("type", "subtype"), ("type", "attachment.type"), ("type", "origin.kind")),
    "codex": (("type",), ("type", "payload.type"), ("type", "payload.item.type")),
    "copilot": (("type",),),
    "gemini": (("type",),),
    "opencode": (("type",), ("type", "part.type"), ("type", "info.role")),
}
FIELDS = {
    "claude": ("", "message"), "codex": ("", "payload"), "copilot": ("", "data"), "gemini": ("", "$set", "tokens"),
    "opencode": ("", "info", "part", "part.state"),
}


def at(line, path):
    for name in filter(None, path.split(".")):
        line = line.get(name) if isinstance(line, dict) else None
    return line


def lines(path):
    """The objects of a transcript, or the events of a database."""
    if path.suffix != ".db":
        texts = path.read_text(errors="replace").splitlines()
    else:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            texts = ["{" + f'"type":"{kind}",{data[1:]}' for kind, data in database.execute("SELECT type, data FROM event")]
    for text in texts:
        try:
            line = json.loads(text)
        except ValueError:
            continue
        if isinstance(line, dict):
            yield line


def unnamed(agent, paths, root):
    pages = (root / "topology-docs" / "transcript-format.md", root / "src" / "agents" / "unread.md")
    words = re.findall(r"[\w-]+(?:\.[\w-]+)*", "".join(page.read_text() for page in pages))
    words = {part for word in words for part in (word, *word.split("."))}
    kinds, fields = Counter(), Counter()
    for path in paths:
        for line in lines(path):
            for keys in KINDS[agent]:
                values = [at(line, key) for key in keys]
                if isinstance(values[-1], str) and values[-1] not in words:
                    kinds[" ".join(map(str, values))] += 1
            for place in FIELDS[agent]:
                inside = at(line, place)
                for name in inside if isinstance(inside, dict) else ():
                    if name.lstrip("$") not in words:
                        fields[f"{place}.{name}" if place else name] += 1
    for title, counts in (("kinds of lines", kinds), ("fields", fields)):
        if counts:
            yield f"{title} that the page does not name: " + ", ".join(f"{n} ({c})" for n, c in counts.most_common())
