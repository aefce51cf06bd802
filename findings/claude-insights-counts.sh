#!/usr/bin/env bash
# Claude Code 2.1.332: `/insights` counts commits that failed, tokens once a line, and no line of a MultiEdit.
#
# A session of its own form has one message in two lines (a text, a call), each with the usage of the whole message; a commit
# that fails (is_error) and, as a second call, one that works; and a MultiEdit, as earlier versions have it, that adds two lines.
# session-meta, which /insights writes for the session, has 2 commits, of the message's output tokens twice as many, and 0
# lines added in 0 files. Its calls by tool and its failed calls are right. Who compares a team's commits or tokens with that
# report, or sums it up, gets more than there was.
#
# Seen on 2026-11-30: git_commits 2, output_tokens 120 of 70, lines_added 0, files_modified 0, tool_errors 1.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund @anthropic-ai/claude-code@2.1.332
mkdir -p "$work/home/.claude/projects/-home-dev-w" "$work/project"

cat >"$work/drive.py" <<'PY'
import glob, http.server, json, os, subprocess, sys, threading, uuid

work = sys.argv[1]
session = "5c0f6a52-7a1e-4c7e-9d3b-0d6f7c1f2a10"
lines, clock = [], 0

def line(kind, message, **more):
    global clock
    clock += 20
    before = lines[-1]["uuid"] if lines else None
    lines.append({"parentUuid": before, "isSidechain": False, "userType": "external", "cwd": "/home/dev/w", "sessionId": session,
                  "version": "2.1.332", "gitBranch": "main", "type": kind, "message": message, "uuid": str(uuid.uuid4()),
                  "timestamp": "2026-11-20T10:%02d:%02d.000Z" % divmod(clock, 60), **more})

def said(number, tokens, content):
    line("assistant", {"model": "claude-sonnet-4-5", "id": "msg_%022d" % number, "type": "message", "role": "assistant",
                       "content": [content], "stop_reason": "tool_use", "stop_sequence": None,
                       "usage": {"input_tokens": 5, "output_tokens": tokens, "cache_read_input_tokens": 0,
                                 "cache_creation_input_tokens": 0}}, requestId="req_%022d" % number)

def call(number, tokens, tool, given, failed, result):
    id = "toolu_%024d" % number
    said(number, tokens, {"type": "tool_use", "id": id, "name": tool, "input": given})
    line("user", {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "is_error": failed,
                                               "content": "output"}]}, toolUseResult=result)

commit = {"command": "git commit -m 'a change'", "description": "commit"}
patch = [{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 3, "lines": [" one", "+two", "+three"]}]
line("user", {"role": "user", "content": "commit it"})
said(1, 50, {"type": "text", "text": "I commit."})
call(1, 50, "Bash", commit, True, "Error: Exit code 1")
call(2, 10, "Bash", commit, False, {"stdout": "output", "stderr": "", "interrupted": False, "isImage": False})
call(3, 5, "MultiEdit", {"file_path": "/home/dev/w/a.txt", "edits": [{"old_string": "one", "new_string": "one\ntwo\nthree"}]},
     False, {"filePath": "/home/dev/w/a.txt", "structuredPatch": patch})
said(4, 5, {"type": "text", "text": "Done."})
line("user", {"role": "user", "content": "thank you"})
with open("%s/home/.claude/projects/-home-dev-w/%s.jsonl" % (work, session), "w") as transcript:
    transcript.writelines(json.dumps(each) + "\n" for each in lines)

class Model(http.server.BaseHTTPRequestHandler):
    def log_message(self, *words): pass
    def do_GET(self): self.send_error(404)
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
        message = {"id": "msg_%s" % uuid.uuid4().hex, "type": "message", "role": "assistant", "model": asked.get("model"),
                   "content": [], "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}
        text = {"type": "text", "text": "nothing to say"}
        if asked.get("stream"):
            events = [("message_start", {"message": message}),
                      ("content_block_start", {"index": 0, "content_block": {"type": "text", "text": ""}}),
                      ("content_block_delta", {"index": 0, "delta": {"type": "text_delta", "text": text["text"]}}),
                      ("content_block_stop", {"index": 0}),
                      ("message_delta", {"delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": {"output_tokens": 1}}),
                      ("message_stop", {})]
            kind = "text/event-stream"
            body = "".join("event: %s\ndata: %s\n\n" % (name, json.dumps({"type": name, **data})) for name, data in events)
        else:
            kind, body = "application/json", json.dumps({**message, "content": [text], "stop_reason": "end_turn"})
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=model.serve_forever, daemon=True).start()
subprocess.run([work + "/node_modules/.bin/claude", "-p", "/insights"], cwd=work + "/project", stdin=subprocess.DEVNULL,
               stdout=subprocess.DEVNULL, timeout=120, env={
                   "PATH": os.environ["PATH"], "HOME": work + "/home", "ANTHROPIC_API_KEY": "none",
                   "ANTHROPIC_BASE_URL": "http://127.0.0.1:%d" % model.server_port, "DISABLE_AUTOUPDATER": "1",
                   "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_TELEMETRY": "1", "IS_SANDBOX": "1"})
for name in glob.glob("%s/home/.claude/usage-data/session-meta/%s.json" % (work, session)):
    meta = json.load(open(name))
    seen = {key: meta[key] for key in ("tool_counts", "tool_errors", "git_commits", "output_tokens", "lines_added", "files_modified")}
    print(seen)
    sys.exit(0 if seen == {"tool_counts": {"Bash": 2, "MultiEdit": 1}, "tool_errors": 1, "git_commits": 2, "output_tokens": 120,
                           "lines_added": 0, "files_modified": 0} else 1)
sys.exit("/insights wrote nothing of the session")
PY
timeout 150 python3 "$work/drive.py" "$work" || { echo "the behaviour has changed" >&2; exit 1; }
