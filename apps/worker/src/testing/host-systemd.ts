import type { LabHost } from "@primacy/lab";

/**
 * Not the first process of its host, and so the manager of a user: as root's it starts services for other users too, once these may tell it that
 * they are ready. Its control group is named as a slice: below anything else a unit is not one of its host. The init script goes first: where a host has systemd, `service` asks that.
 */
const begin = `set -e
service mysql stop
mkdir -p /run/systemd/system /run/manager
mount -t cgroup2 none /sys/fs/cgroup
mkdir -p "/sys/fs/cgroup/primacy-$1.slice"
for target in default basic shutdown exit; do
  printf '[Unit]\\nDefaultDependencies=no\\n' >/etc/systemd/system/$target.target
done
cp /lib/systemd/system/mysql.service /etc/systemd/system/
printf '#!/bin/sh\\nXDG_RUNTIME_DIR=/run/manager exec /usr/bin/systemctl --user "$@"\\n' >/usr/sbin/systemctl
chmod 755 /usr/sbin/systemctl
HOME=/run/manager XDG_RUNTIME_DIR=/run/manager SYSTEMD_UNIT_PATH=/etc/systemd/system setsid -f sh -c '
  echo $$ >"/sys/fs/cgroup/primacy-$1.slice/cgroup.procs"
  exec /lib/systemd/systemd --user --log-target=null' sh "$1" </dev/null >/dev/null 2>&1
until [ -S /run/manager/systemd/private ]; do sleep 0.02; done
chmod 777 /run/manager/systemd/notify
systemctl start mysql`;

const end = `systemctl stop mysql
echo 1 >"/sys/fs/cgroup/primacy-$1.slice/cgroup.kill"
until find "/sys/fs/cgroup/primacy-$1.slice" -depth -type d -exec rmdir {} + 2>/dev/null; do sleep 0.02; done
umount /sys/fs/cgroup
cd /etc/systemd/system && rm -rf default.target basic.target shutdown.target exit.target mysql.service mysql.service.d
rm -rf /usr/sbin/systemctl /run/manager /run/systemd
service mysql start`;

const limits = { timeoutMs: 180_000 };

/**
 * Has a real systemd run the server of a host, whose init script does otherwise, by the unit of the server's own package. The rest of the
 * host is as it was.
 */
export async function beginSystemd(host: LabHost): Promise<void> {
  await host.exec(["sh", "-c", begin, "sh", host.name], limits);
}

/** The init script runs it again, and nothing of systemd is left. */
export async function endSystemd(host: LabHost): Promise<void> {
  await host.exec(["sh", "-c", end, "sh", host.name], limits);
}
