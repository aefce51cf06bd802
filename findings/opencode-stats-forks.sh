#!/usr/bin/env bash
# OpenCode 1.18.33: `opencode stats` counts each request of a forked session once more for every fork.
#
# One prompt, answered by one request of 1,000 tokens in and 20 out at $3 and $15 a million ($0.0033); then the session is forked
# with a second prompt, of the same size. `run --fork` copies the messages of the first session with their tokens and cost, and
# the row of the fork starts with that sum. The server answered two requests ($0.0066); stats says three ($0.0099). The origin is
# not named in the fork's row, so whoever sums up messages has to find the copies by their times, which are those of the first.
#
# Seen on 2026-12-01: 2 requests answered, cost of both sessions 0.0033 and 0.0066, stats: $0.01 and 3.0K tokens of input.
set -euo pipefail
work=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
server=
npm install --prefix "$work" --silent --no-audit --no-fund opencode-ai@1.18.33
mkdir -p "$work/home" "$work/project"

cat >"$work/server.mjs" <<'JS'
import http from 'node:http';
import fs from 'node:fs';

const usage = {prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020};
const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    const {model} = JSON.parse(body);
    fs.appendFileSync(process.argv[2] + '/requests', model + '\n');
    response.writeHead(200, {'content-type': 'text/event-stream'});
    const chunk = (delta, finish, more) => response.write('data: ' + JSON.stringify({id: 'c1', object: 'chat.completion.chunk', created: 1,
      model, choices: [{index: 0, delta, finish_reason: finish}], ...more}) + '\n\n');
    chunk({role: 'assistant', content: 'done'}, null);
    chunk({}, 'stop', {usage});
    response.end('data: [DONE]\n\n');
  });
});
server.listen(0, '127.0.0.1', () => fs.writeFileSync(process.argv[2] + '/port', String(server.address().port)));
JS
node "$work/server.mjs" "$work" &
server=$!
until [ -s "$work/port" ]; do sleep 0.1; done

cat >"$work/project/opencode.json" <<JSON
{"autoupdate": false, "share": "disabled", "model": "local/m1", "small_model": "local/small",
 "provider": {"local": {"npm": "@ai-sdk/openai-compatible", "name": "Local",
   "options": {"baseURL": "http://127.0.0.1:$(cat "$work/port")/v1", "apiKey": "none"},
   "models": {"m1": {"name": "M1", "limit": {"context": 200000, "output": 8000}, "cost": {"input": 3, "output": 15}},
              "small": {"name": "Small", "limit": {"context": 200000, "output": 8000}}}}}}
JSON

agent() {
  (cd "$work/project" && env -i PATH="$PATH" HOME="$work/home" LANG=C.UTF-8 TERM=xterm OPENCODE_DISABLE_MODELS_FETCH=1 \
    OPENCODE_DISABLE_AUTOUPDATE=1 OPENCODE_DISABLE_LSP_DOWNLOAD=1 OPENCODE_DISABLE_DEFAULT_PLUGINS=1 \
    "$work/node_modules/.bin/opencode" "$@" </dev/null)
}

agent run --title one "first prompt" >/dev/null
agent run --continue --fork "second prompt" >/dev/null
requests=$(grep -c '^m1$' "$work/requests")
costs=$(agent db "select cost from session order by cost" --format json | node -p 'JSON.parse(require("fs").readFileSync(0)).map((row) => row.cost).join(" ")')
stats=$(agent stats)
echo "$stats"
echo "requests answered: $requests; cost of the sessions: $costs"
[ "$requests" = 2 ] && [ "$costs" = "0.0033 0.0066" ] && grep -Eq 'Input +3\.0K' <<<"$stats"
