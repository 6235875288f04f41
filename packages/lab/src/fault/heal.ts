import { actAndObserve, controlService, findProcesses } from "@primacy/host-acts";
import { LabError } from "../errors";
import { waitForBoot } from "../host/boot";
import type { LabHost } from "../host/lab-host";
import { listSupervised } from "../host/supervised";
import type { Lab } from "../lab";
import { labMysql } from "../mysql/lab-mysql";
import { startServer } from "../mysql/start-server";
import { ensureHostNetwork, ensureSwitch } from "../network/lab-network";
import { countCuts, restoreWire } from "../network/wire-rules";
import { waitForGreeting } from "../observe/greeting";
import { observeListeners } from "../observe/listeners";
import { allEnded } from "../process/all-ended";
import { waitFor } from "../process/wait-for";
import type { FaultEvidence } from "./evidence";
import { endBusy, restoreSpace, thawAllProcesses } from "./host-acts";
import { powerOn } from "./power-faults";

/** How `heal` reports and is stopped. */
export interface HealOptions {
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Ends every fault, whoever injected it: cuts, pulled cables, frozen hosts and processes, hosts without power,
 * busy processors, stopped services of the lab, data that no server can start with. What to heal is observed. The MySQL group is left to come back by itself;
 * `resetGroup` makes it. Returns when every host greets by SSH and nothing is cut, frozen or stopped.
 */
export async function heal(lab: Lab, options: HealOptions = {}): Promise<FaultEvidence> {
  return actAndObserve(
    "heal",
    lab.names.lab,
    async () => {
      await ensureSwitch(lab.names);
      await restoreWire(lab.names);
      await allEnded(lab.hosts.map((host) => healHost(lab, host, options)));
    },
    async () => {
      await allEnded(lab.hosts.map((host) => waitForGreeting(host.address, 22, options.signal)));
      const cuts = await countCuts(lab.names);
      if (cuts > 0) throw new LabError("not_observed", `${cuts} cuts are still in force after healing.`);
      return ["every host greets by SSH", "the switch drops nothing"];
    },
  );
}

async function healHost(lab: Lab, host: LabHost, options: HealOptions): Promise<void> {
  await restoreHost(lab, host, options);
  await restoreSpace(host);
  await endBusy(host);
  await startServices(lab, host, options);
}

/**
 * Brings one host to run freely: plugged in, with power, neither it nor a process of it frozen, booted. The first
 * time a host gets power it must have its files.
 */
export async function restoreHost(lab: Lab, host: LabHost, options: HealOptions): Promise<void> {
  await ensureHostNetwork(lab.names, host.name);
  const freezer = await host.getFreezer();
  if (await freezer.isFrozen()) await freezer.thaw();
  if (!(await host.isOn())) {
    await powerOn(lab, host, options.signal);
    options.onProgress?.(`${host.name} is up at ${host.address}`);
  }
  await thawAllProcesses(host);
  await waitForBoot(host, options.signal);
}

interface Service {
  readonly name: string;
  /** Where it listens, it runs; empty: its processes tell. */
  readonly ports: readonly number[];
  /** Kernel names of the processes that must run for it; an init script's own word is not always there. */
  readonly processes: readonly string[];
}

/** In the order of the boot. MySQL counts as running only under its supervisor. */
async function startServices(lab: Lab, host: LabHost, options: HealOptions): Promise<void> {
  for (const service of listServices(lab, host)) {
    if (await isWhole(host, service)) continue;
    options.onProgress?.(`starting ${service.name} on ${host.name}`);
    const limits = { timeoutMs: 90_000, signal: options.signal };
    if (service.processes.length > 1) await controlService(host, service.name, "stop", limits);
    if (service.name === labMysql.service) await startServer(lab, host, options);
    else await controlService(host, service.name, "start", limits);
  }
}

/** A supervisor whose server is missing is just restarting it: it gets a moment. */
async function isWhole(host: LabHost, service: Service): Promise<boolean> {
  // The processes of sshd may be sessions of one that was stopped.
  if (service.ports.length > 0) return (await observeListeners(host, service.ports)).length > 0;
  const count = async (): Promise<number> => {
    const found = await Promise.all(service.processes.map((name) => findProcesses(host, name)));
    return found.filter((processes) => processes.length > 0).length;
  };
  const running = await count();
  if (running === 0 || running === service.processes.length) return running > 0;
  return waitFor(
    `${service.name} on ${host.name} to be whole`,
    async () => ((await count()) === service.processes.length ? true : undefined),
    { timeoutMs: 3_000 },
  ).catch(() => false);
}

/** The lab's own services on a host; what users install there is theirs to start. */
function listServices(lab: Lab, host: LabHost): Service[] {
  const services: Service[] = listSupervised(host.kind)
    .filter(({ name }) => isWanted(lab, name))
    .map(({ name, process, ports }) => ({ name, processes: [process], ports }));
  // Started between sshd and those that lead to it.
  if (host.kind === "database" && lab.state.parts.includes("mysql"))
    services.splice(1, 0, {
      name: labMysql.service,
      processes: [labMysql.supervisor, labMysql.process],
      ports: [],
    });
  return services;
}

function isWanted(lab: Lab, service: string): boolean {
  if (service === "ssh") return true;
  const part = service === "mysqlrouter" ? "router" : "haproxy";
  return lab.state.parts.includes("mysql") && lab.state.parts.includes(part);
}
