import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";

/** The first process of a program: a session's leader, known for good by when it started. */
export interface Leader {
  readonly pid: number;
  readonly startTicks: string;
}

/** What the kernel tells of a process. */
export interface ProcessFacts {
  /** Cut at 15 characters. */
  readonly name: string;
  readonly state: string;
  readonly parent: number;
  readonly session: number;
  readonly startTicks: string;
  /** Ticks of processors that it has used so far, its own and the kernel's for it. */
  readonly usedTicks: number;
}

/**
 * Ids of all live processes of an act: those with its id in their environment, and those of its leader's session, also when the
 * leader has ended: the kernel gives its number to nobody while a process is in the session. Read from the kernel each time, so
 * that they are found after a crash of whoever started them. A process that leaves both is not found.
 */
export async function findMarked(actionId: string, leader: Leader | null): Promise<number[]> {
  const mark = `PRIMACY_ACTION=${actionId}`;
  const found: number[] = [];
  const session = await findSession(leader);
  for (const name of await readdir("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const facts = await readFacts(pid);
    if (facts === null || isDead(facts)) continue;
    if (facts.session === session || (await hasMark(pid, mark))) found.push(pid);
  }
  return found;
}

/** When a process started, in ticks since boot (field 22 of `/proc/PID/stat`, proc(5)); null where it has ended. */
export async function readStartTicks(pid: number): Promise<string | null> {
  return (await readLive(pid))?.startTicks ?? null;
}

/** A process that has not ended; null: there is none with that id. */
export async function readLive(pid: number): Promise<ProcessFacts | null> {
  const facts = await readFacts(pid);
  return facts === null || isDead(facts) ? null : facts;
}

/** Whoever started it has not asked yet how it ended. */
function isDead({ state }: ProcessFacts): boolean {
  return state === "Z" || state === "X";
}

async function findSession(leader: Leader | null): Promise<number | null> {
  if (leader === null) return null;
  const facts = await readFacts(leader.pid);
  // Another process with that number: the session was over before it began.
  return facts === null || facts.startTicks === leader.startTicks ? leader.pid : null;
}

async function hasMark(pid: number, mark: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
  return environment.split("\0").includes(mark);
}

async function readFacts(pid: number): Promise<ProcessFacts | null> {
  const text = readStat(pid);
  // The name in brackets may hold anything, also brackets.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, parent, , session] = fields ?? [];
  const [own, forIt] = fields?.slice(11, 13) ?? [];
  const startTicks = fields?.[19];
  if (text === null || state === undefined || startTicks === undefined) return null;
  const name = text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"));
  return {
    ...{ name, state, startTicks },
    ...{ parent: Number(parent), session: Number(session), usedTicks: Number(own) + Number(forIt) },
  };
}

/** Asked for four times a second while a program runs. The kernel answers at once: a thread for each step of a read would cost more. */
function readStat(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
}
