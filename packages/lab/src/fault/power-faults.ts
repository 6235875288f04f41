import { actAndObserve } from "@primacy/host-acts";
import { getFreezer } from "../host/freezer";
import { bootHost, findInitPid, killAll } from "../host/host-process";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { ensureHostNetwork, unplugHost } from "../network/lab-network";
import { removeNamespace } from "../network/namespace";
import { waitForGreeting } from "../observe/greeting";
import { observeArp } from "../observe/reach";
import { waitFor } from "../process/wait-for";
import type { FaultEvidence } from "./evidence";

/**
 * Cuts the host's power: its link first and then every process vanish, with its addresses, firewall rules and
 * kernel settings. What it had written stays, for the machine's page cache survives: a lost disk cache is not
 * simulated. Returns when no process is left and its ARP is silent. Harmless when it is off.
 */
export async function powerOff(lab: Lab, host: LabHost): Promise<FaultEvidence> {
  return actAndObserve(
    "power-off",
    host.name,
    async () => {
      // The network card goes first: a dying process must not get a last packet out.
      await unplugHost(lab.names, host.name);
      await killAll(await getFreezer(lab.names.cgroup, host.name));
      await removeNamespace(host.namespace);
    },
    async () => {
      await waitFor(
        `ARP for ${host.address} to be silent`,
        async () => ((await observeArp(null, lab.names.consoleInterface, host.address)) ? undefined : true),
        { timeoutMs: 60_000, intervalMs: 20 },
      );
      return ["no process of the host is left", `nobody answers ARP for ${host.address}`];
    },
  );
}

/**
 * Gives the host power again: it boots with the services that are linked into its run level, in order. Returns
 * when its sshd greets; MySQL may still be starting. Harmless when it is on.
 */
export async function powerOn(lab: Lab, host: LabHost, signal?: AbortSignal): Promise<FaultEvidence> {
  return actAndObserve(
    "power-on",
    host.name,
    async () => {
      if ((await findInitPid(lab.names, host.name)) !== null) return;
      await ensureHostNetwork(lab.names, host.name);
      await bootHost(lab.names, host.name, lab.rootOf(host.name), signal);
    },
    async () => {
      await waitForGreeting(host.address, 22, signal);
      return [`sshd on ${host.name} greets`];
    },
  );
}
