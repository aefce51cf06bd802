#!/bin/sh
# Creates random secrets at the first start, and keeps them. Each reader has a folder that only its user can open.
set -eu
umask 077
cd "${1:?the folder of the secrets is missing}"
[ ! -f complete ] || exit 0

random() { head -c 32 /dev/urandom | base64 | tr -d '=\n' | tr '+/' '-_'; }

# folder, user, file, secret: root owns the folder while it writes, because it has no right to write to another user's.
give() {
  mkdir -p "$1"
  chown 0 "$1"
  printf '%s\n' "$4" >"$1/$3"
  chown "$2" "$1/$3" "$1"
}

token=$(random)
sink=$(random)
reader=$(random)
give footfall 10001 token "$token"
give prometheus 65534 token "$token"
give grafana 472 admin-password "$(random)"
give grafana 472 reader "$reader"
give postgres 999 admin "$(random)"
give postgres 999 footfall "$sink"
give postgres 999 reader "$reader"
give connect 10001 footfall "$sink"
chmod 711 .
: >complete
