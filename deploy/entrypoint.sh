#!/bin/sh
# The image's entry. Started as its own user (1000, or any other of `--user`) it runs the command as that. Started as root, as
# home servers like to do, it gives the data folder to PUID and PGID, and goes on as they are, never as root.
set -eu
data=${FIBADO_DATA:-/data}

if [ "$(id -u)" != 0 ]; then
  if [ "${PUID:-$(id -u)}" != "$(id -u)" ]; then
    echo "PUID=$PUID, but the container runs as $(id -u): start it as root (user: '0:0'), or as that user and without PUID." >&2
    exit 1
  fi
  exec "$@"
fi

uid=${PUID:-1000}
gid=${PGID:-1000}
for id in "$uid" "$gid"; do
  case $id in
  '' | 0 | *[!0-9]*)
    echo "PUID and PGID are numbers of a user and a group other than root." >&2
    exit 1
    ;;
  esac
done
# Once, and not at every start: only what another owner has.
find "$data" \( ! -user "$uid" -o ! -group "$gid" \) -exec chown -h "$uid:$gid" {} +
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"
