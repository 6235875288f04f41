import { controlService } from "@primacy/host-acts";
import { LabError } from "../errors";
import { refillDataDirectory } from "../host/host-files";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { getHostDirectory } from "../paths";
import { type GroupOptions, waitForMysql } from "./group";
import { FIRST_BOOT_FILE, firstBootConfig } from "./mysql-config";

/** Words with which InnoDB speaks of what it reads, and not of the machine. */
const brokenWords = "Assertion failure|[Cc]orrupt|checksum|not a valid|does not match|[Mm]issing|cannot find";

/**
 * Starts mysqld under its supervisor. One that calls its own data broken gets those of a new server, under its own identity,
 * outside of any group: `ensureGroup` brings it the others' data then. Not before another server of the lab answers with its
 * data, and what it had is put aside, for one more such time. Throws LabError where it does not start either.
 */
export async function startServer(lab: Lab, host: LabHost, options: GroupOptions): Promise<void> {
  const limits = { timeoutMs: 90_000, signal: options.signal };
  try {
    await controlService(host, "mysql", "start", limits);
  } catch (cause) {
    // One that takes too long, or lacks space or memory, has said nothing against its data.
    const hasEnded = cause instanceof LabError && cause.code === "command_failed";
    const found = hasEnded ? await findBrokenData(host) : null;
    if (found === null || !(await hasOther(lab, host, options))) throw cause;
    options.onProgress?.(`${host.name} cannot read its data and gets those of a new server: ${found}`);
    await controlService(host, "mysql", "stop", limits);
    // First: whoever goes on after a kill must not take the new data for the group's.
    await host.writeFile(FIRST_BOOT_FILE, firstBootConfig);
    const folder = getHostDirectory(lab.names.lab, host.name);
    await refillDataDirectory(lab.rootOf(host.name), folder, ["auto.cnf"]);
    await controlService(host, "mysql", "start", limits);
  }
}

/** Whether another server of the lab answers: its data are there. */
async function hasOther(lab: Lab, host: LabHost, options: GroupOptions): Promise<boolean> {
  const others = lab.hosts.filter((one) => one.kind === "database" && one !== host);
  return Promise.any(others.map((one) => waitForMysql(one, options))).then(
    () => true,
    () => false,
  );
}

/**
 * What InnoDB said against its data first when mysqld was started last, or null. A power failure can leave it an undo log
 * over which it ends itself whenever it starts (seen with 9.7.4: `trx0purge.cc`, `iter.trx_no <= rseg->last_trx_no`).
 */
async function findBrokenData(host: LabHost): Promise<string | null> {
  const script = `tac /var/log/mysql/error.log | sed '/starting as process/q' | grep -F '[InnoDB]' | grep -F '[ERROR]' | grep -E '${brokenWords}'`;
  const { stdout } = await host.tryExec(["sh", "-c", script], { timeoutMs: 10_000 });
  return (stdout.trim().split("\n").at(-1) ?? "").replace(/^.*\[InnoDB\] /, "") || null;
}
