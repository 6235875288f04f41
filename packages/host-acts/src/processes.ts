import { readFile } from "node:fs/promises";
import { ActFailure } from "./failure";
import type { ActingHost, HostProcess } from "./host";

/** Live (not dead) processes of that name. */
export async function findProcesses(host: ActingHost, name: string): Promise<HostProcess[]> {
  return (await host.listProcesses()).filter((one) => one.name === name && one.state !== "Z");
}

/** A process by its kernel name (all of that name) or by its pid inside the host. */
export type ProcessTarget = string | number;

/** The live processes that are meant. Throws ActFailure `not_observed` where there is none. */
export async function getProcesses(host: ActingHost, target: ProcessTarget): Promise<HostProcess[]> {
  const found =
    typeof target === "number"
      ? (await host.listProcesses()).filter((one) => one.innerPid === target && one.state !== "Z")
      : await findProcesses(host, target);
  if (found.length > 0) return found;
  throw new ActFailure("not_observed", `There is no process '${target}' on ${host.name}.`, {
    retryable: true,
  });
}

/** True while the process runs or is stopped; a dead one that waits to be reaped does not count. */
export async function isAlive(pid: number): Promise<boolean> {
  const state = await readState(pid);
  return state !== null && state !== "Z" && state !== "X";
}

/**
 * A process as this machine's kernel shows it; null where it is gone, or is in no PID namespace of that depth. Depth 0 is the
 * machine's own, 1 that of a host which is a namespace of it.
 */
export async function readProcess(pid: number, depth: number): Promise<HostProcess | null> {
  const [pids, name, state] = await Promise.all([
    readPids(pid),
    readFile(`/proc/${pid}/comm`, "utf8").catch(() => null),
    readState(pid),
  ]);
  const innerPid = pids[depth];
  if (innerPid === undefined || name === null || state === null) return null;
  return { pid, innerPid, name: name.trim(), state };
}

/** Pids of the process in each PID namespace that it is in, outermost first; empty when it is gone. */
export async function readPids(pid: number): Promise<number[]> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const line = /^NSpid:\s*(.*)$/m.exec(status)?.[1];
  return line === undefined ? [] : line.trim().split(/\s+/).map(Number);
}

async function readState(pid: number): Promise<string | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return /^State:\s*(\S)/m.exec(status)?.[1] ?? null;
}
