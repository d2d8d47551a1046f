#!/bin/sh
# Copies a fresh, checked backup, the keys and the settings, encrypted, to RESTIC_REPOSITORY: docs/backups.md.
set -eu
release=$(dirname "$(dirname "$(readlink -f "$0")")")
case $release in */releases/*) home=${release%/releases/*} ;; *) home=$release ;; esac

# A killed run has left its lock.
restic unlock --quiet
backup=$("$release/bin/nightshift" leads backup --print-path)
data=$(dirname "$(dirname "$backup")")
set -- "$backup"
for file in "$data/keys.json" "$data/signing-secrets.json" "$home/.env"; do
  [ ! -r "$file" ] || set -- "$@" "$file"
done
restic backup --host nightshift "$@"
# As long as privacy.md says that a deleted lead stays in backups.
restic forget --host nightshift --group-by host --keep-daily 14 --prune
# The whole structure, and the next of 28 parts of the data: all of it is read within a month. A damaged part is read again
# each night until it is mended.
part=$(($(cat "$data/backups/part-read" 2>/dev/null || echo 0) % 28 + 1))
restic check --read-data-subset="$part/28"
echo "$part" >"$data/backups/part-read"
# /metrics, the inbox and launch-check read the age of the copy from this file.
touch -r "$backup" "$data/backups/elsewhere"
