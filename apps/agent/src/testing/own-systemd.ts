import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { waitFor } from "./wait-for";

/** Where the packages of systemd have it. */
const program = "/lib/systemd/systemd";
const limitMs = 60_000;

/**
 * Read by the shell that starts the host operator, in its mount namespace. A manager of systemd that is no first process is that of a user; as
 * root's it starts services for other users too. It ends with the host operator; what it started ends with the next one, or in `dispose`.
 */
const begin = (name: string): string => `mount --bind "$1/units" /etc/systemd/system
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /run/systemd/system /run/manager
mount -t cgroup2 none /sys/fs/cgroup
mkdir -p /sys/fs/cgroup/${name}
echo 1 >/sys/fs/cgroup/${name}/cgroup.kill
echo $$ >/sys/fs/cgroup/${name}/cgroup.procs
mount -t overlay overlay -o "lowerdir=$1/sbin:/usr/sbin" /usr/sbin
env HOME=/run/manager XDG_RUNTIME_DIR=/run/manager SYSTEMD_UNIT_PATH=/etc/systemd/system \\
  setpriv --pdeathsig KILL ${program} --user --log-target=null </dev/null &
while [ ! -S /run/manager/systemd/private ]; do sleep 0.02; done
`;

const systemctl = `#!/bin/sh
XDG_RUNTIME_DIR=/run/manager exec /usr/bin/systemctl --user "$@"
`;
const targets = ["default", "basic", "shutdown", "exit"];

/**
 * A real systemd for the host of one host operator: a manager of its own with a folder of units, in which a service mysql starts a process named
 * mysqld as the user daemon. Has to be made before the host operator starts.
 */
export class OwnSystemd {
  /** What it sees as `/etc/systemd/system`. */
  readonly units: string;
  readonly #group: string;

  constructor(root: string) {
    // As that of a slice: below anything else, a unit is not one of its host.
    this.#group = `primacy-${path.basename(root)}.slice`;
    this.units = path.join(root, "units");
    const sbin = path.join(root, "sbin");
    for (const folder of [this.units, sbin]) mkdirSync(folder, { mode: 0o755 });
    writeFileSync(path.join(root, "begin-systemd"), begin(this.#group));
    writeFileSync(path.join(sbin, "systemctl"), systemctl, { mode: 0o755 });
    // Its name is that of the link by which it is started.
    symlinkSync("/bin/sleep", path.join(root, "mysql/mysqld"));
    for (const target of targets) this.write(`${target}.target`, "[Unit]\nDefaultDependencies=no\n");
    this.describe("User=daemon");
  }

  /** Describes the service; counts once systemd has read it. */
  describe(...lines: readonly string[]): void {
    const unit = ["[Unit]", "DefaultDependencies=no", "[Service]", "ExecStart=/etc/mysql/mysqld infinity"];
    this.write("mysql.service", `${[...unit, ...lines].join("\n")}\n`);
  }

  write(name: string, text: string): void {
    writeFileSync(path.join(this.units, name), text);
  }

  /** What is in the folder of the service's drop-ins; null: there is no such folder. */
  listDropIns(): readonly string[] | null {
    const folder = path.join(this.units, "mysql.service.d");
    return readdirSync(this.units).includes("mysql.service.d") ? readdirSync(folder).sort() : null;
  }

  /** The one process of the service. */
  findServer(): Promise<number> {
    return waitFor("the server to run", limitMs, async () => {
      const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
      const found = pids.find(
        (pid) => read(pid, "comm") === "mysqld\n" && read(pid, "cgroup").includes(this.#group),
      );
      return found === undefined ? null : Number(found);
    });
  }

  /** Ends what is left of it, and removes what the kernel keeps, once its host operator was ended. */
  async dispose(): Promise<void> {
    const group = `/mnt/${this.#group}`;
    const script = [
      "set -e",
      "mount -t cgroup2 none /mnt",
      `[ -e ${group} ] || exit 0`,
      `echo 1 >${group}/cgroup.kill`,
      `find ${group} -depth -type d -exec rmdir {} +`,
    ].join("\n");
    await waitFor("its processes to be gone", limitMs, () => {
      const { status } = spawnSync("unshare", ["--mount", "sh", "-c", script], { stdio: "ignore" });
      return status === 0;
    });
  }
}

/** Nothing of a process that has ended meanwhile. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(path.join("/proc", pid, file), "utf8");
  } catch {
    return "";
  }
}
