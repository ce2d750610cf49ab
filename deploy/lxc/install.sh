#!/bin/sh
# Installs Fibado in a Debian container (LXC, Proxmox) or machine: as root, with Node 20.19 or newer already there.
#   install.sh FOLDER     the folder `app` that `node scripts/image-files.mjs OUT` makes in a clone
# A newer version is installed in the same way; it writes a backup before it changes the database.
set -eu
source=${1:?"Which folder? install.sh OUT/app"}
root=${DESTDIR:-}
here=$(cd "$(dirname "$0")" && pwd)

[ -f "$source/scripts/serve.mjs" ] || { echo "$source holds no built Fibado: node scripts/image-files.mjs OUT" >&2; exit 1; }
node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' ||
  { echo "Node 20.19 or newer is needed: $(node --version) is installed." >&2; exit 1; }

# The old version stays until the new one is complete.
rm -rf "$root/opt/fibado.new" "$root/opt/fibado.old"
mkdir -p "$root/opt" "$root/etc/systemd/system"
cp -R "$source" "$root/opt/fibado.new"
[ -z "$root" ] && [ -d /opt/fibado ] && systemctl stop fibado
[ -d "$root/opt/fibado" ] && mv "$root/opt/fibado" "$root/opt/fibado.old"
mv "$root/opt/fibado.new" "$root/opt/fibado"
rm -rf "$root/opt/fibado.old"
cp "$here/../systemd/fibado.service" "$root/etc/systemd/system/fibado.service"
if [ ! -e "$root/etc/fibado.env" ]; then
  (umask 077 && printf '%s\n' '# Settings: docs/operations.md. A container has the network to itself; put TLS in front.' 'HOST=0.0.0.0' '#PUBLIC_URL=https://fibado.home.arpa' '#TRUST_PROXY=1' >"$root/etc/fibado.env")
fi

[ -n "$root" ] && exit 0
id fibado >/dev/null 2>&1 || useradd --system --home-dir /var/lib/fibado --shell /usr/sbin/nologin fibado
systemctl daemon-reload
systemctl enable --now fibado
echo 'The link with which the administrator chooses a password: journalctl -u fibado'
