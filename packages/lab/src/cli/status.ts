import { parseArgs } from "node:util";
import type { Lab } from "../lab";
import { observeLabs } from "../observe/all-labs";
import { type HostStatus, observeLabStatus } from "../observe/status";
import { openLab } from "../open-lab";
import { tellLabs } from "./labs-table";
import type { CommandContext } from "./run-lab";

/**
 * `lab status`: all labs of this machine, or with `--name` every host of one, with exit 0 when all of them are on and 1
 * otherwise.
 */
export async function runStatus({ args }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  if (values.name === undefined) {
    const labs = await observeLabs();
    console.log(values.json ? JSON.stringify(labs, null, 2) : tellLabs(labs).join("\n"));
    return 0;
  }
  const lab = await openLab(values.name);
  const status = await observeLabStatus(lab);
  if (values.json) console.log(JSON.stringify(status, null, 2));
  else printHosts(status.hosts);
  return status.hosts.every((host) => host.power === "on") ? 0 : 1;
}

/** Prints one line per host of the lab. */
export async function printStatus(lab: Lab): Promise<void> {
  printHosts((await observeLabStatus(lab)).hosts);
}

function printHosts(hosts: readonly HostStatus[]): void {
  for (const host of hosts) {
    const processes = Object.entries(host.processes)
      .map(([name, count]) => (count === 1 ? name : `${name}×${count}`))
      .join(" ");
    const member = host.member === null ? "" : `${host.member.role} ${host.member.state}`;
    const addresses = [host.address.padEnd(15), (host.ipv6 ?? "-").padEnd(17)];
    console.log(
      [host.name.padEnd(5), ...addresses, host.power.padEnd(7), member.padEnd(18), processes].join(" "),
    );
  }
}
