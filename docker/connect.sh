#!/bin/sh
# Starts the worker with the password of the sink, which no file of the image and no setting of the container has.
set -eu
FOOTFALL_POSTGRES_PASSWORD=$(cat "$FOOTFALL_POSTGRES_PASSWORD_FILE")
export FOOTFALL_POSTGRES_PASSWORD
# shellcheck disable=SC2086 # a list of options
exec java ${CONNECT_JAVA_OPTS:-} -cp '/opt/connect/worker/*' org.apache.kafka.connect.cli.ConnectStandalone \
  /etc/connect/connect.properties /etc/connect/postgres.json
