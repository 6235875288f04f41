import type { LabHost } from "../host/lab-host";

const optionFile = "/etc/mysql/my.cnf";
const folder = "/usr/local/lib/lab-refuse";
/** The init script of the lab reads it whenever it is asked for anything. */
const startFile = "/etc/default/mysql";

/**
 * From its next start on, the server of a host does not start while its option file has a line with the plugin's settings, as if it did
 * not take one of them. What a running server does is not changed.
 */
export async function refuseStart(host: LabHost): Promise<void> {
  await host.writeFile(`${folder}/mysqld_safe`, "#!/bin/sh\nexit 1\n", 0o755);
  await host.writeFile(startFile, `grep -qs greatdb_ha ${optionFile} && PATH=${folder}:$PATH\n:\n`);
}

/** Takes that back. Safe to repeat. */
export async function allowStart(host: LabHost): Promise<void> {
  await host.exec(["rm", "-rf", folder, startFile]);
}
