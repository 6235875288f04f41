import { readlink } from "node:fs/promises";
import type { ActingHost } from "@primacy/host-acts";
import { isStillThere, type NamedProcess } from "./listening-server";

/** What starts a service of runit again when it dies. */
const supervisor = "runsv";
const limits = { timeoutMs: 10_000 };

/** Whether a process is the supervisor of one service of runit. */
export function isRunitSupervisor({ name }: NamedProcess): boolean {
  return name === supervisor;
}

/** Has it leave its service dead once that dies. Throws where it does not take the order. */
export async function superviseOnce(host: ActingHost, one: NamedProcess): Promise<void> {
  await host.exec(["sv", "once", await folderOf(one)], limits);
}

/** Has it start its service whenever that is dead, also now; nothing where it is gone itself. */
export async function superviseAgain(host: ActingHost, one: NamedProcess): Promise<void> {
  if (await isStillThere(one)) await host.exec(["sv", "up", await folderOf(one)], limits);
}

/** It runs in the folder of its service. */
function folderOf({ pid }: NamedProcess): Promise<string> {
  return readlink(`/proc/${pid}/cwd`);
}
