#!/bin/sh
# Restores the newest backup of the restic repository, or else the newest of this machine, into a temporary store, and
# compares it with the store in use: docs/backups.md.
set -eu
release=$(dirname "$(dirname "$(readlink -f "$0")")")
[ -n "${RESTIC_REPOSITORY:-}" ] || exec "$release/bin/nightshift" leads restore --drill
# A killed run has left visitors' data.
[ -z "${CACHE_DIRECTORY:-}" ] || rm -rf "$CACHE_DIRECTORY"/drill-*
folder=$(mktemp -d "${CACHE_DIRECTORY:-/tmp}/drill-XXXXXX")
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
restic restore latest --host nightshift --target "$folder"
"$release/bin/nightshift" leads restore --drill "$(find "$folder" -name 'leads-*Z.*' -path '*/backups/*')"
