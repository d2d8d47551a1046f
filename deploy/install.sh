#!/bin/sh
# `nightshift install`: makes a machine with systemd the server of a site. It prints what is missing and asks; then it
# makes only that, so a second time it does nothing. docs/deploy/systemd.md.
set -eu
usage='nightshift install [nginx|caddy] [host name] [--yes | --check | --undo]

  nginx, caddy   also sets up this proxy for the host name, such as www.agency.example
  --yes          does not ask
  --check        only prints what is missing; exits with 1 if anything is
  --undo         takes back what install has made; settings and data stay'
release=$(dirname "$(dirname "$(readlink -f "$0")")")
home=/opt/nightshift
# What was made, by its name, and a copy of each file as it was written.
record=$home/.installed
units=/etc/systemd/system
mode=ask proxy='' host=''
[ ! -r "$record/words" ] || read -r proxy host <"$record/words"
for word; do
  case $word in
  --yes | --check | --undo) mode=${word#--} ;;
  nginx | caddy) proxy=$word ;;
  --help) echo "$usage"; exit ;;
  -*) echo "$usage" >&2; exit 2 ;;
  *) host=$word ;;
  esac
done
stop() { echo "$1" >&2; exit 1; }
[ -z "$proxy" ] || [ -n "$host" ] || stop "Name the host: nightshift install $proxy www.agency.example"
case $host in *[!a-z0-9.-]*) stop "$host is no host name." ;; esac
[ "$(id -u)" = 0 ] || stop "Run this as root."
[ -d /run/systemd/system ] || stop "systemd does not run here."

setting() { sed -n "s/^$1=//p" "$home/.env" 2>/dev/null | tail -1; }
data=$(setting DATA_DIR)
data=${data:-/var/lib/nightshift}
content=$(setting CONTENT_DIR)
content=${content:-/etc/nightshift/content}
case $data in
/home/* | /root/* | /tmp/* | /var/tmp/* | /run/*) stop "The units cannot see $data: choose another DATA_DIR, such as /srv/nightshift." ;;
/*) ;;
*) stop "DATA_DIR must be a whole path." ;;
esac

# Every file as it is to be.
wanted=$(mktemp -d)
doing=''
trap '[ -z "$doing" ] || echo "That failed. Run the same command again once the reason is gone." >&2; rm -rf "$wanted"' EXIT
file() { mkdir -p "$wanted$(dirname "$1")"; cat >"$wanted$1"; }
for unit in "$release"/deploy/nightshift*.service "$release"/deploy/nightshift*.socket "$release"/deploy/nightshift*.timer "$release"/deploy/nightshift*.path; do
  # The folder of another disk, which is mounted first.
  if [ "$data" = /var/lib/nightshift ]; then cat "$unit"; else
    sed "s|^StateDirectory=nightshift\$|&\\nReadWritePaths=$data|; s|^\\[Service\\]|RequiresMountsFor=$data\\n\\n&|" "$unit"
  fi | file "$units/$(basename "$unit")"
done
case $proxy in
nginx) sed "s/www\\.agency\\.example/$host/g" "$release/deploy/nginx.conf" | file /etc/nginx/sites-available/nightshift.conf ;;
caddy) sed "s/www\\.agency\\.example/$host/g" "$release/deploy/Caddyfile" | file /etc/caddy/Caddyfile ;;
esac

is_written() { cmp -s "$wanted$1" "$1"; }
# Another's file stays beside it.
write() {
  [ ! -e "$1" ] || cmp -s "$record$1" "$1" || mv --backup=numbered "$1" "$1.before-nightshift"
  for place in "$1" "$record$1"; do install -D -m 0644 "$wanted$1" "$place"; done
}
unwrite() {
  rm -f "$1"
  [ ! -e "$1.before-nightshift" ] || mv "$1.before-nightshift" "$1"
}
packages() {
  command -v apt-get >/dev/null || stop "Install $*, and run this again."
  apt-get -q update
  apt-get -q install -y "$@"
}
as_site() { setpriv --reuid=nightshift --regid=nightshift --init-groups "$@"; }
restic_with() { (set -a; . "$home/backup.env"; HOME=/var/lib/nightshift; as_site restic --quiet "$@"); }
is_on() { systemctl --quiet is-enabled "$@"; }
# Several sites on one PostgreSQL take the place of the one.
has_several() { ls "$units"/sockets.target.wants/nightshift@*.socket >/dev/null 2>&1; }

# step NAME SEEN MADE UNDONE: what is to be there, and the commands that see it, make it and take it back.
step() {
  case $mode in
  undo) if grep -qxF "$1" "$record/made"; then undone="$4
$undone"; fi ;;
  make)
    if ! eval "$2" >/dev/null 2>&1; then
      doing=$1
      echo "+ $1"
      eval "$3"
      doing=''
      grep -qxF "$1" "$record/made" 2>/dev/null || echo "$1" >>"$record/made"
    fi ;;
  *) eval "$2" >/dev/null 2>&1 || missing="$missing  $1
" ;;
  esac
}

steps() {
  step 'user nightshift' 'id nightshift' \
    'useradd --system --home-dir /var/lib/nightshift --shell /usr/sbin/nologin nightshift' \
    '[ -e "$data" ] || userdel nightshift'
  step "release in $home" '[ -e "$home/current/bin/nightshift" ]' \
    'mkdir -p "$home/releases/first"; cp -R "$release/." "$home/releases/first"; ln -sfn releases/first "$home/current"' \
    'rm -rf "$home/releases" "$home/current" "$home/previous"'
  step "settings in $home/.env, which only root and the site read" \
    '[ "$(stat -c "%a %U %G" "$home/.env")" = "640 root nightshift" ]' \
    '[ -e "$home/.env" ] || cp "$release/.env.example" "$home/.env"
     chown root:nightshift "$home/.env"; chmod 0640 "$home/.env"' :
  step "DATA_DIR=$data" '[ -n "$(setting DATA_DIR)" ]' 'echo "DATA_DIR=$data" >>"$home/.env"' :
  [ -z "$proxy" ] ||
    step 'TRUST_PROXY=1' '[ -n "$(setting TRUST_PROXY)" ]' 'echo TRUST_PROXY=1 >>"$home/.env"' :
  step "CONTENT_DIR=$content" '[ -n "$(setting CONTENT_DIR)" ]' 'echo "CONTENT_DIR=$content" >>"$home/.env"' :
  step "folder $data, which only the site reads" '[ "$(stat -c "%a %U" "$data")" = "700 nightshift" ]' \
    'install -d -m 0700 -o nightshift -g nightshift "$data"' 'rmdir --ignore-fail-on-non-empty "$data"'
  step "words and pictures in $content" '[ -e "$content" ]' \
    '(cd "$home" && current/bin/nightshift content init >/dev/null)' :
  for path in $(cd "$wanted" && find . -path ".$units/*" | cut -c2- | sort); do
    step "$path" "is_written $path" "write $path; systemctl daemon-reload" "unwrite $path; systemctl daemon-reload"
  done
  has_several ||
    step 'site, at 127.0.0.1:3000' 'is_on nightshift.socket nightshift' \
      'systemctl --quiet enable --now nightshift.socket nightshift' \
      'systemctl --quiet disable --now nightshift.socket nightshift'
  step "changes of $content shown by themselves" 'is_on nightshift-content.path' \
    'systemctl --quiet enable --now nightshift-content.path' 'systemctl --quiet disable --now nightshift-content.path'
  step 'trial restore each month' 'is_on nightshift-drill.timer' \
    'systemctl --quiet enable --now nightshift-drill.timer' 'systemctl --quiet disable --now nightshift-drill.timer'
  if [ -e "$home/backup.env" ]; then
    step 'restic' 'command -v restic' 'packages restic' :
    step "$home/backup.env, which only root reads" '[ "$(stat -c "%a %U" "$home/backup.env")" = "600 root" ]' \
      'chown root "$home/backup.env"; chmod 0600 "$home/backup.env"' :
    step 'repository of backups' 'restic_with cat config' 'restic_with init' :
    step 'backup elsewhere each night' 'is_on nightshift-backup.timer' \
      'systemctl --quiet enable --now nightshift-backup.timer' 'systemctl --quiet disable --now nightshift-backup.timer'
  fi
  case $proxy in
  nginx)
    step 'nginx' 'command -v nginx' 'packages nginx' :
    step "certificate of $host" '[ -e "/etc/letsencrypt/live/$host/fullchain.pem" ]' \
      'command -v certbot >/dev/null || packages certbot
       certbot certonly --webroot -w /var/www/html -d "$host" --deploy-hook "systemctl reload nginx"' :
    path=/etc/nginx/sites-available/nightshift.conf link=/etc/nginx/sites-enabled/nightshift.conf
    step "$path, for $host" "is_written $path && [ -e $link ]" \
      "write $path; ln -sf $path $link; nginx -q -t; systemctl reload-or-restart nginx" \
      "rm -f $link; unwrite $path; systemctl reload nginx" ;;
  caddy)
    step 'caddy' 'command -v caddy' 'packages caddy' :
    path=/etc/caddy/Caddyfile
    step "$path, for $host" "is_written $path" \
      "write $path; caddy validate --config $path 2>/dev/null; systemctl reload-or-restart caddy" \
      "unwrite $path; systemctl reload-or-restart caddy" ;;
  esac
  [ -z "$proxy" ] ||
    step 'canary through the public address every six hours' 'is_on nightshift-canary.timer' \
      'systemctl --quiet enable --now nightshift-canary.timer' 'systemctl --quiet disable --now nightshift-canary.timer'
}

if [ "$mode" = undo ]; then
  [ -e "$record/made" ] || stop "Nothing was installed."
  undone=''
  steps
  set +e
  eval "$undone"
  rm -rf "$record"
  echo "Taken back. These stay: $home/.env, $data, $content, and Debian's packages."
  exit
fi
missing=''
steps
[ -n "$missing" ] || { [ "$mode" = check ] || echo "Everything is there."; exit 0; }
printf 'Missing on this machine:\n%s' "$missing"
[ "$mode" != check ] || exit 1
if [ "$mode" = ask ]; then
  [ -t 0 ] || stop "Run it with --yes to make all this."
  printf 'Make all this? [y/N] '
  read -r answer
  case $answer in y | yes) ;; *) exit 1 ;; esac
fi
mode=make
mkdir -p "$record"
echo "$proxy $host" >"$record/words"
steps
[ -e "$home/backup.env" ] || echo "No backup leaves this machine yet: nightshift help backups"
echo "Done. Write your settings into $home/.env, run systemctl restart nightshift, then: $home/current/bin/nightshift doctor"
