#!/bin/sh
# Runs a release on the Node beside it. Settings come from `.env` in the folder of the release, or in the one above
# `releases/`; what the environment sets already takes precedence.
self=$(readlink -f "$0")
release=${self%/bin/nightshift}
[ "${1:-}" != install ] || { shift; exec "$release/deploy/install.sh" "$@"; }
case $release in
*/releases/*) home=${release%/releases/*} ;;
*) home=$release ;;
esac
# After a minute of requests a process takes 137 MB with these, and 154 with the first three (docs/decisions/releases.md).
export MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=65536
set -- --max-semi-space-size=1 --optimize-for-size --no-maglev --heap-growing-percent=20 --initial-old-space-size=48 "$release/scripts/release/program.js" "$@"
# Node needs libatomic, which a minimal Debian lacks.
export LD_LIBRARY_PATH="$release/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
if [ -f "$home/.env" ]; then
  [ -r "$home/.env" ] || { echo "$home/.env cannot be used: this user has no right to it." >&2; exit 1; }
  set -- "--env-file=$home/.env" "$@"
fi
exec "$release/bin/node" "$@"
