#!/bin/sh
# Creates random secrets at the first start that needs them, and keeps them in all/. Each reader has a folder that only
# its user can open.
set -eu
umask 077
cd "${1:?the folder of the secrets is missing}"
mkdir -p all

# folder, user, file, secret: root owns the folder while it writes, because it has no right to write to another user's.
give() {
  [ -s "all/$4" ] || head -c 32 /dev/urandom | base64 | tr -d '=\n' | tr '+/' '-_' >"all/$4"
  mkdir -p "$1"
  chown 0 "$1"
  [ -e "$1/$3" ] || { cat "all/$4"; echo; } >"$1/$3"
  chown "$2" "$1/$3" "$1"
}

give footfall 10001 token token
give footfall 10001 admin-token admin-token
give prometheus 65534 token token
give grafana 472 admin-password grafana
give grafana 472 reader reader
give postgres 999 admin postgres
give postgres 999 footfall sink
give postgres 999 reader reader
give connect 10001 footfall sink
chmod 711 .
