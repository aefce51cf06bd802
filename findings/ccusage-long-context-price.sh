#!/usr/bin/env bash
# ccusage 20.0.24 charges the higher price of a long request only for the tokens above 200,000, not for the whole request.
#
# The price list for Claude Sonnet 4.5 has a second price for requests with more than 200,000 input tokens. By the list of
# @pydantic/genai-prices 0.1.8 (a tier that begins at 200,000) and by Anthropic's documentation of long context, all tokens of
# such a request have the higher price: 300,000 tokens at 6 USD a million are 1.80 USD. ccusage says 1.20 USD, which is 200,000
# tokens at 3 USD and 100,000 at 6 USD.
#
# Seen on 2026-11-27: 1.2 by ccusage, 1.8 by genai-prices.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund ccusage@20.0.24 @pydantic/genai-prices@0.1.8

project=$work/home/.claude/projects/-home-dev-app
mkdir -p "$project"
printf '%s\n' '{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/home/dev/app","sessionId":"5b1f0c1e-8a57-4a7e-9d4e-0d3c5a2f7b10","version":"2.1.200","type":"assistant","uuid":"6f3c9f64-53f4-4c33-8d38-0c6f7d7f2d11","timestamp":"2026-06-01T10:00:01.000Z","requestId":"req_011CV2Xk8yQ1","message":{"id":"msg_01Q8c9VgWm2z","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"done"}],"stop_reason":"end_turn","usage":{"input_tokens":300000,"output_tokens":0,"cache_creation_input_tokens":0,"cache_read_input_tokens":0}}}' \
  >"$project/5b1f0c1e-8a57-4a7e-9d4e-0d3c5a2f7b10.jsonl"

ccusage=$(env -i HOME="$work/home" PATH="$PATH" "$work/node_modules/.bin/ccusage" claude session --json --offline |
  node -e 'console.log(JSON.parse(require("fs").readFileSync(0)).totals.totalCost.toFixed(2))')
cat >"$work/list.mjs" <<'JS'
import { calcPrice } from '@pydantic/genai-prices'
const price = calcPrice({ input_tokens: 300000, output_tokens: 0 }, 'claude-sonnet-4-5', { providerId: 'anthropic' })
console.log(price.total_price.toFixed(2))
JS
list=$(cd "$work" && node list.mjs)

echo "300,000 input tokens: $ccusage USD by ccusage, $list USD by genai-prices"
[ "$ccusage" = "1.20" ] && [ "$list" = "1.80" ] || { echo "the behaviour has changed" >&2; exit 1; }
