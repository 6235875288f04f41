import { join } from "node:path";
import { refillDataDirectory } from "../host/host-files";
import type { LabHost } from "../host/lab-host";
import { controlService } from "../host/service";
import type { Lab } from "../lab";
import { getHostDirectory } from "../paths";
import type { GroupOptions } from "./group";
import { FIRST_BOOT_FILE, firstBootConfig } from "./mysql-config";

/**
 * Starts mysqld under its supervisor. One whose data cannot be read gets those of a new server, under its own identity,
 * outside of any group: `ensureGroup` brings it the others' data then. Throws LabError where it does not start either.
 */
export async function startServer(lab: Lab, host: LabHost, options: GroupOptions): Promise<void> {
  const limits = { timeoutMs: 90_000, signal: options.signal };
  try {
    await controlService(host, "mysql", "start", limits);
  } catch (cause) {
    const broken = options.signal?.aborted === true ? null : await findBrokenData(host);
    if (broken === null) throw cause;
    options.onProgress?.(`${host.name} cannot read its data and gets those of a new server: ${broken}`);
    await controlService(host, "mysql", "stop", limits);
    const folder = join(getHostDirectory(lab.names.lab, host.name), "mysql");
    await refillDataDirectory(lab.rootOf(host.name), folder, ["auto.cnf"]);
    await host.writeFile(FIRST_BOOT_FILE, firstBootConfig);
    await controlService(host, "mysql", "start", limits);
  }
}

/**
 * What InnoDB said as an error first when mysqld was started last, or null. A power failure can leave it an undo log over
 * which it ends itself whenever it starts (seen with 9.7.4: `trx0purge.cc`, `iter.trx_no <= rseg->last_trx_no`).
 */
async function findBrokenData(host: LabHost): Promise<string | null> {
  const script = `tac /var/log/mysql/error.log | sed '/starting as process/q' | grep -F '[InnoDB]' | grep -F '[ERROR]'`;
  const { stdout } = await host.tryExec(["sh", "-c", script], { timeoutMs: 10_000 });
  return (stdout.trim().split("\n").at(-1) ?? "").replace(/^.*\[InnoDB\] /, "") || null;
}
