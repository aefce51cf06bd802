#!/usr/bin/env bash
# ccusage 20.0.24 begins a week on Monday in "ccusage weekly" and on Sunday in "ccusage claude weekly".
#
# Both reports name a week by its first day only. "claude weekly" begins it on Sunday by its help, and has --start-of-week; the
# report of all agents has no such option (ccusage's issues 1477 and 1628 ask for it, because the guide to weekly reports has
# it), and names no day. So what Claude Code used on a Sunday is in different weeks of the two reports, and their sums differ.
#
# Seen on 2026-11-29: for a message on Sunday, 7 June 2026, week 2026-06-01 by weekly and week 2026-06-07 by claude weekly.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund ccusage@20.0.24

project=$work/home/.claude/projects/-home-dev-app
mkdir -p "$project"
printf '%s\n' '{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/home/dev/app","sessionId":"5b1f0c1e-8a57-4a7e-9d4e-0d3c5a2f7b10","version":"2.1.200","type":"assistant","uuid":"6f3c9f64-53f4-4c33-8d38-0c6f7d7f2d11","timestamp":"2026-06-07T12:00:00.000Z","requestId":"req_011CV2Xk8yQ1","message":{"id":"msg_01Q8c9VgWm2z","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"done"}],"stop_reason":"end_turn","usage":{"input_tokens":1000,"output_tokens":20,"cache_creation_input_tokens":0,"cache_read_input_tokens":0}}}' \
  >"$project/5b1f0c1e-8a57-4a7e-9d4e-0d3c5a2f7b10.jsonl"

week_of() {
  env -i HOME="$work/home" PATH="$PATH" TZ=UTC "$work/node_modules/.bin/ccusage" "$@" --json --offline |
    node -e 'const [w] = JSON.parse(require("fs").readFileSync(0)).weekly; console.log(w.period ?? w.week, w.inputTokens)'
}

all=$(week_of weekly)
claude=$(week_of claude weekly)
echo "week and input tokens: $all by weekly, $claude by claude weekly"
[ "$all" = "2026-06-01 1000" ] && [ "$claude" = "2026-06-07 1000" ] || { echo "the behaviour has changed" >&2; exit 1; }
