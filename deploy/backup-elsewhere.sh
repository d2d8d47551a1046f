#!/bin/sh
# Takes a fresh, checked backup, the keys and the settings to the restic repository of RESTIC_REPOSITORY, encrypted: docs/backups.md.
set -eu
release=$(dirname "$(dirname "$(readlink -f "$0")")")
case $release in */releases/*) home=${release%/releases/*} ;; *) home=$release ;; esac

# A run that was killed has left its lock.
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
# The whole structure, and a part of what is stored, so that all of it is read within weeks.
restic check --read-data-subset=5%
# /metrics, the inbox and launch-check read the age of what is there from this file.
touch -r "$backup" "$data/backups/elsewhere"
