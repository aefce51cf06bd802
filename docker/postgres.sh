#!/bin/sh
# Creates the database with its tables, views and roles, when the volume is empty.
set -eu
sql() { psql -v ON_ERROR_STOP=1 --no-psqlrc --quiet --username "$POSTGRES_USER" "$@"; }
# psql reads the passwords from files: its arguments are visible in ps.
sql -d postgres -c '\set password `cat /run/footfall/postgres/footfall`' -f /sql/database.sql
sql -d footfall -c 'set role footfall' -f /sql/tables.sql -f /sql/views.sql
sql -d footfall -c '\set password `cat /run/footfall/postgres/reader`' -f /sql/reader.sql
