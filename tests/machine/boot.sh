#!/bin/sh
# Boots systemd as the first process of a machine that is a copy of this one: what it writes is in memory, and it has
# namespaces, a network and a control group of its own. Prints its process id and that group. boot.sh FOLDER, which appears at /archive.
set -eu
archive=$1
group=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)/nightshift-test-$$
mkdir "$group"
echo $$ >"$group/cgroup.procs"
exec unshare --mount --pid --uts --ipc --net --cgroup --fork --kill-child sh -euc '
read -r pid _ </proc/self/stat
mount --make-rprivate /
mount -t tmpfs tmpfs /mnt
mkdir /mnt/changed /mnt/work /mnt/root
mount -t overlay -o lowerdir=/,upperdir=/mnt/changed,workdir=/mnt/work overlay /mnt/root
cd /mnt/root
mkdir -p archive
mount --bind "$1" archive
ip link set lo up
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
for folder in dev run tmp; do mount -t tmpfs -o mode=755 tmpfs $folder; done
chmod 1777 tmp
for device in null zero full random urandom tty; do
  touch dev/$device
  mount --bind /dev/$device dev/$device
done
mkdir dev/pts dev/shm run/before
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t tmpfs tmpfs dev/shm
pivot_root . run/before
cd /
umount -l run/before
rmdir run/before
echo "$pid $2"
exec env -i container=nightshift PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=basic.target >/dev/null 2>&1
' sh "$archive" "$group"
