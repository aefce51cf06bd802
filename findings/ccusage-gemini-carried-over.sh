#!/usr/bin/env bash
# ccusage 20.0.24 counts a Gemini CLI session twice when it was carried over from the old file format to the new one.
#
# Up to March 2026, Gemini CLI kept a session in one JSON object, session-*.json. When a later version resumes such a session,
# it writes session-*.jsonl beside it, copies the messages with their IDs, and leaves the old file. Session ID and message IDs
# are equal in both files, so the tokens were spent once.
#
# Seen on 2026-11-27: 600 input tokens with one file, 1200 with both, under one session ID.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund ccusage@20.0.24

chats=$work/home/.gemini/tmp/app/chats
mkdir -p "$chats"
head='"sessionId":"0be6e5ce-0f59-46ca-8fe1-5cd597d3b3fb","projectHash":"3606508ffdbd24c9c985bdc27ad8edef48f59032d663512fffe1147e1bf7607a","startTime":"2026-03-01T10:00:00.000Z","lastUpdated":"2026-03-01T10:00:01.000Z"'
prompt='{"id":"ae9f681e-3b5e-4b86-bb1f-c05b99921c27","timestamp":"2026-03-01T10:00:00.000Z","type":"user","content":"hello"}'
answer='{"id":"07be3066-1329-403b-b09c-298eed5fb92f","timestamp":"2026-03-01T10:00:01.000Z","type":"gemini","content":"hi","tokens":{"input":1000,"output":20,"cached":400,"thoughts":5,"tool":0,"total":1025},"model":"gemini-2.5-pro"}'

tokens_of() {
  env -i HOME="$work/home" PATH="$PATH" "$work/node_modules/.bin/ccusage" gemini session --json --offline |
    node -e 'const d = JSON.parse(require("fs").readFileSync(0)); console.log(d.sessions.length, d.totals.inputTokens)'
}

printf '{%s,"kind":"main"}\n%s\n%s\n' "$head" "$prompt" "$answer" >"$chats/session-2026-03-01T10-00-0be6e5ce.jsonl"
once=$(tokens_of)
printf '{%s,"messages":[%s,%s]}\n' "$head" "$prompt" "$answer" >"$chats/session-2026-03-01T10-00-0be6e5ce.json"
twice=$(tokens_of)

echo "sessions and input tokens: $once with the new file, $twice with the old one beside it"
[ "$once" = "1 600" ] && [ "$twice" = "1 1200" ] || { echo "the behaviour has changed" >&2; exit 1; }
