#!/usr/bin/env bash
# Codex 0.171.0 writes a shorter duration into its rollout than a command took, when a person allowed the command.
#
# A command that needs approval stands at a question. Its item in the rollout has started_at_ms (before the question),
# completed_at_ms and duration. Here the client of the app server says yes after two seconds to "sleep 1", whose own clock
# measures at least a second. The duration in the rollout, and "Wall time" in the output, is about 0.86 s: some 0.15 s of the
# command are counted as if the question had still stood. A reader that takes completed - started - duration for the wait gets so
# much more.
#
# Seen on 2026-11-30: duration 0.859 and 0.857 s for a second, and 2.854 s for three; without approval 2.061 s for two.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund @openai/codex@0.171.0
mkdir -p "$work/codex" "$work/home" "$work/project"

cat >"$work/drive.py" <<'PY'
import glob, http.server, json, os, subprocess, sys, threading, time

work = sys.argv[1]
command = "a=$(date +%s%N); sleep 1; echo took $(( ($(date +%s%N) - a) / 1000000 ))"
call = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "exec_command", "arguments": json.dumps(
    {"cmd": command, "sandbox_permissions": "require_escalated", "justification": "May I?"})}
answer = {"type": "message", "id": "msg_1", "role": "assistant", "phase": "final_answer",
          "content": [{"type": "output_text", "text": "done", "annotations": []}]}

class Model(http.server.BaseHTTPRequestHandler):
    def log_message(self, *words): pass
    def do_GET(self): self.send_error(404)
    def do_POST(self):
        asked = self.rfile.read(int(self.headers.get("content-length") or 0))
        item = answer if b"function_call_output" in asked else call
        usage = {"input_tokens": 9, "output_tokens": 1, "total_tokens": 10}
        done = {"id": "resp_1", "status": "completed", "output": [item], "usage": usage}
        events = [("response.created", {"response": {"id": "resp_1", "status": "in_progress"}}),
                  ("response.output_item.done", {"output_index": 0, "item": item}),
                  ("response.completed", {"response": done})]
        body = "".join("event: %s\ndata: %s\n\n" % (kind, json.dumps({"type": kind, **data})) for kind, data in events)
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=model.serve_forever, daemon=True).start()
with open(work + "/codex/config.toml", "w") as config:
    config.write('model = "gpt-5.2-codex"\nmodel_provider = "local"\napproval_policy = "on-request"\n'
                 'sandbox_mode = "workspace-write"\ncheck_for_update_on_startup = false\n[analytics]\nenabled = false\n'
                 '[model_providers.local]\nname = "local"\nbase_url = "http://127.0.0.1:%d/v1"\n'
                 'wire_api = "responses"\nrequires_openai_auth = false\n' % model.server_port)
codex = subprocess.Popen([work + "/node_modules/.bin/codex", "app-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True,
                         env={"PATH": os.environ["PATH"], "HOME": work + "/home", "CODEX_HOME": work + "/codex"})
def send(**message):
    codex.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    codex.stdin.flush()
threading.Timer(60, codex.kill).start()
send(id=1, method="initialize", params={"clientInfo": {"name": "probe", "version": "1"}})
for line in codex.stdout:
    said = json.loads(line)
    if said.get("id") == 1 and "result" in said:
        send(method="initialized")
        send(id=2, method="thread/start", params={"cwd": work + "/project"})
    elif said.get("id") == 2 and "result" in said:
        send(id=3, method="turn/start", params={"threadId": said["result"]["thread"]["id"],
                                                "input": [{"type": "text", "text": "go"}]})
    elif said.get("method") == "item/commandExecution/requestApproval":
        time.sleep(2)
        send(id=said["id"], result={"decision": "accept"})
    elif said.get("method") == "turn/completed":
        break
codex.terminate()
for name in glob.glob(work + "/codex/sessions/**/*.jsonl", recursive=True):
    for line in open(name):
        payload = json.loads(line)["payload"]
        item = payload.get("item") or {}
        if payload.get("type") == "item_completed" and item.get("type") == "CommandExecution":
            took = int(item["aggregated_output"].split()[1])
            ran = item["duration"]["secs"] * 1000 + item["duration"]["nanos"] // 1000000
            print("the command measured", took, "ms, its duration in the rollout is", ran, "ms, the whole item took",
                  payload["completed_at_ms"] - payload["started_at_ms"], "ms")
            sys.exit(0 if took >= 1000 > ran else 1)
sys.exit("no command was run")
PY
timeout 120 python3 "$work/drive.py" "$work" || { echo "the behaviour has changed" >&2; exit 1; }
