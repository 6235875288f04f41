import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { findProcesses } from "../host/processes";
import { controlService } from "../host/service";
import type { Lab } from "../lab";
import { configureHostInterface, ensureHostNetwork, ensureSwitch } from "../network/lab-network";
import { countCuts, restoreWire } from "../network/wire-rules";
import { waitForGreeting } from "../observe/greeting";
import { actAndObserve } from "./act";
import type { FaultEvidence } from "./evidence";
import { thawAllProcesses } from "./freeze-faults";
import { powerOn } from "./power-faults";

/** How `heal` reports and is stopped. */
export interface HealOptions {
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Ends every fault, whoever injected it: cuts, pulled cables, frozen hosts and processes, hosts without power,
 * stopped services of the lab. What to heal is observed. The MySQL group is left to come back by itself;
 * `resetGroup` makes it. Returns when every host greets by SSH and nothing is cut, frozen or stopped.
 */
export async function heal(lab: Lab, options: HealOptions = {}): Promise<FaultEvidence> {
  return actAndObserve(
    "heal",
    lab.names.lab,
    async () => {
      await ensureSwitch(lab.names);
      await restoreWire(lab.names);
      await Promise.all(lab.hosts.map((host) => healHost(lab, host, options)));
    },
    async () => {
      await Promise.all(lab.hosts.map((host) => waitForGreeting(host.address, 22, options.signal)));
      const cuts = await countCuts(lab.names);
      if (cuts > 0) throw new LabError("not_observed", `${cuts} cuts are still in force after healing.`);
      return ["every host greets by SSH", "the switch drops nothing"];
    },
  );
}

async function healHost(lab: Lab, host: LabHost, options: HealOptions): Promise<void> {
  await ensureHostNetwork(lab.names, host.name);
  const freezer = await host.getFreezer();
  if (await freezer.isFrozen()) await freezer.thaw();
  if (!(await host.isOn())) {
    options.onProgress?.(`giving ${host.name} power`);
    await powerOn(lab, host, options.signal);
  }
  await configureHostInterface(lab.names, host.name);
  await thawAllProcesses(host);
  await startServices(lab, host, options);
}

interface Service {
  readonly name: string;
  /** Kernel names of the processes that must run for it; an init script's own word is not always there. */
  readonly processes: readonly string[];
}

/** In the order of the boot. MySQL counts as running only under its supervisor. */
async function startServices(lab: Lab, host: LabHost, options: HealOptions): Promise<void> {
  for (const service of listServices(lab, host)) {
    const running = await Promise.all(service.processes.map((name) => findProcesses(host, name)));
    if (running.every((processes) => processes.length > 0)) continue;
    options.onProgress?.(`starting ${service.name} on ${host.name}`);
    const limits = { timeoutMs: 90_000, signal: options.signal };
    if (running.some((processes) => processes.length > 0))
      await controlService(host, service.name, "stop", limits);
    await controlService(host, service.name, "start", limits);
  }
}

/** The lab's own services on a host; what users install there is theirs to start. */
function listServices(lab: Lab, host: LabHost): Service[] {
  const has = (part: "mysql" | "router" | "haproxy"): boolean =>
    lab.state.parts.includes("mysql") && lab.state.parts.includes(part);
  const one = (name: string, ...processes: string[]): Service => ({ name, processes });
  const services = [one("ssh", "sshd")];
  if (host.kind === "database" && has("mysql")) services.push(one("mysql", "mysqld_safe", "mysqld"));
  if (host.kind === "database" && has("haproxy")) services.push(one("lab-role", "lab-role"));
  if (host.kind === "proxy" && has("router")) services.push(one("mysqlrouter", "mysqlrouter"));
  if (host.kind === "proxy" && has("haproxy")) {
    services.push(one("haproxy", "haproxy"), one("keepalived", "keepalived"));
  }
  return services;
}
