#!/usr/bin/env bash
# pm4js 0.0.28 drops all attributes of XES that are integers, booleans, IDs or lists, and says nothing.
#
# XES (IEEE 1849, attributes) has the elementary types string, date, int, float, boolean and id, and the collection list.
# XesImporter knows string, date and float. An event's integer costs or counts are missing after the import, and a filter or a
# feature of them finds nothing; the same number as float is there.
#
# Seen on 2026-11-29: of seven attributes of an event concept:name, time:timestamp and cost are left.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund pm4js@0.0.28

cat >"$work/log.xes" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<log xes.version="1849.2016" xes.features="">
  <trace>
    <string key="concept:name" value="session"/>
    <event>
      <string key="concept:name" value="Bash"/>
      <date key="time:timestamp" value="2026-11-01T10:00:00.000Z"/>
      <float key="cost" value="0.5"/>
      <int key="bytes" value="3"/>
      <boolean key="parallel" value="true"/>
      <id key="identity:id" value="0be6e5ce-0f59-46ca-8fe1-5cd597d3b3fb"/>
      <list key="models"><values><string key="model" value="claude-opus-4-8"/></values></list>
    </event>
  </trace>
</log>
XML
cat >"$work/read.js" <<'JS'
require('pm4js')
const log = XesImporter.apply(require('fs').readFileSync('log.xes', 'utf8'))
console.log(Object.keys(log.traces[0].events[0].attributes).join(' '))
JS
left=$(cd "$work" && node read.js)

echo "attributes of the event: $left"
[ "$left" = "concept:name time:timestamp cost" ] || { echo "the behaviour has changed" >&2; exit 1; }
