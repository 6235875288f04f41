import { readFile } from "node:fs/promises";
import { getPackageFile } from "../paths";
import type { LabHost } from "./lab-host";

/** Copies a script of this package to a running host, executable. */
export async function installScript(host: LabHost, name: string, target: string): Promise<void> {
  await host.writeFile(target, await readFile(getPackageFile(name), "utf8"), 0o755);
}

/** Makes a running host start the service whenever it boots; lower `order` (10 to 99) starts first. */
export async function enableService(host: LabHost, service: string, order: number): Promise<void> {
  await host.exec(["ln", "-sfn", `../init.d/${service}`, `/etc/rc2.d/S${order}${service}`]);
}
