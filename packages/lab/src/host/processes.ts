import { readFile } from "node:fs/promises";
import { LabError } from "../errors";
import { observeInnerPid } from "./host-process";
import type { LabHost } from "./lab-host";

/** One process of a host, as the machine's kernel shows it. */
export interface HostProcess {
  /** Pid on the machine. */
  readonly pid: number;
  /** Pid inside the host. */
  readonly innerPid: number;
  readonly name: string;
  /** Kernel state letter: R, S, D, T (stopped), Z (dead, not yet reaped). */
  readonly state: string;
}

/** Every process of the host, frozen or not; empty while it is off. Kernel names are cut at 15 characters. */
export async function observeProcesses(host: LabHost): Promise<HostProcess[]> {
  const pids = await (await host.getFreezer()).listPids();
  const all = await Promise.all(pids.map((pid) => observeProcess(pid)));
  return all.filter((one) => one !== null);
}

/** Live (not dead) processes of that name. */
export async function findProcesses(host: LabHost, name: string): Promise<HostProcess[]> {
  return (await observeProcesses(host)).filter((one) => one.name === name && one.state !== "Z");
}

/** A process by its kernel name (all of that name) or by its pid inside the host. */
export type ProcessTarget = string | number;

/** The live processes that are meant. Throws LabError `not_observed` where there is none. */
export async function getProcesses(host: LabHost, target: ProcessTarget): Promise<HostProcess[]> {
  const found =
    typeof target === "number"
      ? (await observeProcesses(host)).filter((one) => one.innerPid === target && one.state !== "Z")
      : await findProcesses(host, target);
  if (found.length > 0) return found;
  throw new LabError("not_observed", `There is no process '${target}' on ${host.name}.`, { retryable: true });
}

/** True while the process runs or is stopped; a dead one that waits to be reaped does not count. */
export async function isAlive(pid: number): Promise<boolean> {
  const state = await readState(pid);
  return state !== null && state !== "Z" && state !== "X";
}

async function observeProcess(pid: number): Promise<HostProcess | null> {
  const [inner, name, state] = await Promise.all([
    observeInnerPid(pid),
    readFile(`/proc/${pid}/comm`, "utf8").catch(() => null),
    readState(pid),
  ]);
  const innerPid = inner[1];
  // The outer half of `unshare` and `nsenter` is in the cgroup but not in the host.
  if (innerPid === undefined || name === null || state === null) return null;
  return { pid, innerPid, name: name.trim(), state };
}

async function readState(pid: number): Promise<string | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return /^State:\s*(\S)/m.exec(status)?.[1] ?? null;
}
