#!/bin/sh
# Runs a release on the Node beside it. Settings come from `.env` in the folder of the release, or in the one above
# `releases/`; what the environment sets already takes precedence.
self=$(readlink -f "$0")
release=${self%/bin/nightshift}
case $release in
*/releases/*) home=${release%/releases/*} ;;
*) home=$release ;;
esac
# Node needs libatomic, which a minimal Debian lacks.
export LD_LIBRARY_PATH="$release/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
set -- "$release/scripts/release/program.js" "$@"
if [ -f "$home/.env" ]; then
  [ -r "$home/.env" ] || { echo "$home/.env cannot be used: this user has no right to it." >&2; exit 1; }
  set -- "--env-file=$home/.env" "$@"
fi
exec "$release/bin/node" "$@"
