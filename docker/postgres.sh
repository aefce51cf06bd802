#!/bin/sh
# Creates the database with its tables, views and roles, when the volume is empty.
set -eu
sql() { psql -v ON_ERROR_STOP=1 --no-psqlrc --quiet --username "$POSTGRES_USER" "$@"; }
secret() { cat "/run/footfall/postgres/$1"; }
sql -d postgres -v password="$(secret footfall)" -f /sql/database.sql
sql -d footfall -c 'set role footfall' -f /sql/tables.sql -f /sql/views.sql
sql -d footfall -v password="$(secret reader)" -f /sql/reader.sql
