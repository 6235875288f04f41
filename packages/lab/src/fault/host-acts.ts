import * as acts from "@primacy/host-acts";
import type { LabHost } from "../host/lab-host";
import { waitForMysql } from "../mysql/group";
import { labMysql } from "../mysql/lab-mysql";
import { inLabErrors } from "../process/lab-errors";
import type { FaultEvidence } from "./evidence";

/*
 * What a host of the lab does to itself, which any host can (`@primacy/host-acts`), with the lab's own errors: LabError
 * `not_observed` where what was to be acted on is not there, or no effect was seen.
 */

/** Source name of the small file systems, by which healing finds them. */
const SMALL = "lab-small";

/** Kills processes with SIGKILL; whoever supervises them starts them again. */
export function killProcess(host: LabHost, target: acts.ProcessTarget): Promise<FaultEvidence> {
  return inLabErrors(acts.killProcess(host, target));
}

/** Stops the processes with SIGSTOP. Returns when the kernel shows each as stopped. */
export function freezeProcess(host: LabHost, target: acts.ProcessTarget): Promise<FaultEvidence> {
  return inLabErrors(acts.freezeProcess(host, target));
}

/** Lets stopped processes go on with SIGCONT. Returns when the kernel shows none of them as stopped. */
export function thawProcess(host: LabHost, target: acts.ProcessTarget): Promise<FaultEvidence> {
  return inLabErrors(acts.thawProcess(host, target));
}

/** Sends SIGCONT to every stopped process of the host and waits until none is stopped. */
export function thawAllProcesses(host: LabHost): Promise<void> {
  return inLabErrors(acts.thawAllProcesses(host));
}

/** Kills mysqld with SIGKILL; with `restart` its supervisor starts it again at once. */
export function killMysql(host: LabHost, options: { readonly restart: boolean }): Promise<FaultEvidence> {
  return inLabErrors(acts.killMysql(host, labMysql, options));
}

/** Refuses to call a server stopped or killed that was not there to be. */
export function requireServer(host: LabHost): Promise<void> {
  return inLabErrors(acts.requireServer(host, labMysql));
}

/** Stops mysqld cleanly, as an operator does; it leaves the group. */
export function stopMysql(host: LabHost, signal?: AbortSignal): Promise<FaultEvidence> {
  return inLabErrors(acts.stopMysql(host, labMysql, signal));
}

/** Starts mysqld under its supervisor and waits until it answers; it looks for its group by itself. */
export function startMysql(host: LabHost, signal?: AbortSignal): Promise<FaultEvidence> {
  const answers = async (): Promise<void> => void (await waitForMysql(host, { signal }));
  return inLabErrors(acts.startMysql(host, labMysql, answers, signal));
}

/** Keeps the machine's processors busy from a host with `count` programs, for 60 s at most. */
export function keepBusy(host: LabHost, count: number): Promise<FaultEvidence> {
  return inLabErrors(acts.keepBusy(host, count));
}

/** Ends `keepBusy`. Harmless when nothing is busy. */
export function endBusy(host: LabHost): Promise<void> {
  return inLabErrors(acts.endBusy(host));
}

/** Leaves only `bytes` of space in a folder of the host; what it held is hidden until healing. */
export function limitSpace(host: LabHost, folder: string, bytes: number): Promise<FaultEvidence> {
  return inLabErrors(acts.limitSpace(host, SMALL, folder, bytes));
}

/** Takes every small file system of the host away again. */
export function restoreSpace(host: LabHost): Promise<void> {
  return inLabErrors(acts.restoreSpace(host, SMALL));
}
