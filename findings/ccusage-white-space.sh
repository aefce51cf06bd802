#!/usr/bin/env bash
# ccusage 20.0.24 reads no usage from a Claude Code transcript whose JSON has white space between its tokens, and says nothing.
#
# Both forms are the same JSON values (RFC 8259, section 2). Claude Code writes its lines without white space; what rewrites a
# transcript (jq, Python's json.dumps with its defaults, a formatter) writes it with. "Found 1 JSONL usage files, loaded 0
# usage entries" appears with --debug only; the report is empty with exit code 0.
#
# Seen on 2026-11-27: 1000 input tokens without white space, no session with it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund ccusage@20.0.24

tokens_of() {
  env -i HOME="$work/home" PATH="$PATH" "$work/node_modules/.bin/ccusage" claude session --json --offline |
    node -e 'const d = JSON.parse(require("fs").readFileSync(0)); console.log(d.sessions.length, d.totals.inputTokens)'
}

project=$work/home/.claude/projects/-home-dev-app
mkdir -p "$project"
file=$project/5b1f0c1e-8a57-4a7e-9d4e-0d3c5a2f7b10.jsonl
line='{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/home/dev/app","sessionId":"5b1f0c1e-8a57-4a7e-9d4e-0d3c5a2f7b10","version":"2.1.332","type":"assistant","uuid":"6f3c9f64-53f4-4c33-8d38-0c6f7d7f2d11","timestamp":"2026-11-01T10:00:01.000Z","requestId":"req_011CV2Xk8yQ1","message":{"id":"msg_01Q8c9VgWm2z","type":"message","role":"assistant","model":"claude-opus-4-8","content":[{"type":"text","text":"done"}],"stop_reason":"end_turn","usage":{"input_tokens":1000,"output_tokens":20,"cache_creation_input_tokens":0,"cache_read_input_tokens":0}}}'

printf '%s\n' "$line" >"$file"
compact=$(tokens_of)
printf '%s\n' "$line" | sed 's/":/": /g' >"$file"
spaced=$(tokens_of)

echo "sessions and input tokens: $compact without white space, $spaced with it"
[ "$compact" = "1 1000" ] && [ "$spaced" = "0 0" ] || { echo "the behaviour has changed" >&2; exit 1; }
