"""An MCP server on standard input and output with a tool that works (add) and one that fails (boom)."""

import json
import sys

TOOLS = [
    {"name": "add", "description": "adds",
     "inputSchema": {"type": "object", "properties": {"a": {"type": "number"}, "b": {"type": "number"}}}},
    {"name": "boom", "description": "fails", "inputSchema": {"type": "object", "properties": {}}},
]

for text in sys.stdin:
    request = json.loads(text)
    if request.get("id") is None:
        continue
    method, parameters = request.get("method"), request.get("params", {})
    result = {}
    if method == "initialize":
        result = {"protocolVersion": parameters.get("protocolVersion"), "capabilities": {"tools": {}},
                  "serverInfo": {"name": "toy", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": TOOLS}
    elif method == "tools/call" and parameters["name"] == "add":
        result = {"content": [{"type": "text", "text": str(sum(parameters["arguments"].values()))}]}
    elif method == "tools/call":
        result = {"content": [{"type": "text", "text": "it broke"}], "isError": True}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
