#!/usr/bin/env bash
# Apicurio Registry 2.6.13.Final takes a JSON Schema of draft 2020-12, and fails with HTTP 500 on its next version.
#
# By Confluent's API, the first version of a subject is registered whatever draft its $schema names. With a compatibility level
# set for the subject, the registry compares the second version with it, and its comparison knows drafts up to 07 only: the
# answer is 500, "could not determine version", not 409 or 422, also for a schema that only gains an optional property. So
# whoever registers with draft 2020-12 learns at the next release that the subject cannot be changed. The same schemas that name
# draft-07 are compared: under FORWARD the new optional property is taken.
#
# Seen on 2026-11-30: draft 2020-12: 200 and 500; draft 2019-09: 200 and 500; draft-07: 200 and 200.
set -euo pipefail
work=$(mktemp -d)
registry=
trap '[ -z "$registry" ] || kill "$registry"; rm -rf "$work"' EXIT
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.11.0:unpack -DoutputDirectory="$work/app" \
  -Dartifact=io.apicurio:apicurio-registry-app:2.6.13.Final:tar.gz:all

port=$((20000 + $$ % 10000))
java -Dquarkus.http.host=127.0.0.1 -Dquarkus.http.port="$port" -jar "$work"/app/*-runner.jar >"$work/log" 2>&1 &
registry=$!
url=http://127.0.0.1:$port/apis/ccompat/v7
for _ in $(seq 120); do
  curl -fs "$url/subjects" >/dev/null && break
  sleep 1
done

# The status of a request: its method, path and body.
status_of() {
  curl -s -o "$work/answer" -w '%{http_code}' -X "$1" -H 'Content-Type: application/json' -d "$3" "$url/$2"
}

# A version of a subject whose schema names a draft and has these properties.
version() {
  local schema="{\"\$schema\":\"$2\",\"type\":\"object\",\"properties\":{$3}}"
  status_of POST "subjects/$1/versions" "{\"schemaType\":\"JSON\",\"schema\":$(node -p 'JSON.stringify(process.argv[1])' "$schema")}"
}

seen=
for draft in https://json-schema.org/draft/2020-12/schema https://json-schema.org/draft/2019-09/schema http://json-schema.org/draft-07/schema#; do
  subject=turns-$((${#seen} + 1))
  first=$(version "$subject" "$draft" '"turn_id":{"type":"string"}')
  status_of PUT "config/$subject" '{"compatibility":"FORWARD"}' >/dev/null
  second=$(version "$subject" "$draft" '"turn_id":{"type":"string"},"cost":{"type":"number"}')
  echo "$draft: $first, then $second $(cat "$work/answer")"
  seen="$seen$first,$second;"
done
[ "$seen" = "200,500;200,500;200,200;" ] || { echo "the behaviour has changed" >&2; exit 1; }
