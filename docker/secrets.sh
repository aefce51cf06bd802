#!/bin/sh
# Creates random secrets at the first start, and keeps them. Each reader has a folder that only its user can open.
set -eu
umask 077
cd "${1:?the folder of the secrets is missing}"
[ ! -f complete ] || exit 0

random() { head -c 32 /dev/urandom | base64 | tr -d '=\n' | tr '+/' '-_'; }

# folder user file secret
give() {
  mkdir -p "$1"
  printf '%s\n' "$4" >"$1/$3"
}

token=$(random)
grafana=$(random)
give footfall 10001 token "$token"
give prometheus 65534 token "$token"
give grafana 472 admin-password "$grafana"
for reader in footfall:10001 prometheus:65534 grafana:472; do
  chown -R "${reader#*:}" "${reader%:*}"
done
chmod 711 .
: >complete
