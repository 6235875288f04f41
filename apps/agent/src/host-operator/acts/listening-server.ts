import { readdir, readlink } from "node:fs/promises";
import { message } from "@primacy/contract";
import { listListeningSockets } from "../listening-sockets";
import { OperatorRefusal } from "../refusal";
import { readLive } from "./marked-processes";

/** A process that no other one can be taken for: its number is used again, its start is not. */
export interface NamedProcess {
  readonly pid: number;
  readonly startTicks: string;
  /** As the kernel has it, cut at 15 characters. */
  readonly name: string;
}

/** The MySQL server that listens on a port, with all its sockets there, and the process that started it. */
export interface ListeningServer {
  readonly process: NamedProcess;
  readonly inodes: readonly string[];
  /** Null: the first process of the host has it. */
  readonly parent: NamedProcess | null;
}

const serverNames: readonly string[] = ["mysqld", "mariadbd"];

/** Finds the server on a port by what the kernel says. Throws OperatorRefusal where there is none, or more than one program listens. */
export async function findListeningServer(port: number): Promise<ListeningServer> {
  const inodes = (await listListeningSockets()).filter((one) => one.port === port).map(({ inode }) => inode);
  if (inodes.length === 0) throw new OperatorRefusal(message("operator.fault_no_server", { port }));
  const holders = await findHolders(inodes);
  const servers = holders.filter(({ process }) => serverNames.includes(process.name));
  const [server, further] = servers;
  if (server === undefined) {
    const name = holders[0]?.process.name ?? "?";
    throw new OperatorRefusal(message("operator.fault_other_process", { name, port }));
  }
  if (further !== undefined || inodes.some((inode) => !server.inodes.includes(inode)))
    throw new OperatorRefusal(message("operator.fault_several", { port }));
  return server;
}

/** Whether it is still the process that was found. */
export async function isStillThere({ pid, startTicks }: NamedProcess): Promise<boolean> {
  return (await readLive(pid))?.startTicks === startTicks;
}

/** Every process that holds one of these sockets. */
export async function findHolders(inodes: readonly string[]): Promise<ListeningServer[]> {
  const links = new Map(inodes.map((inode) => [`socket:[${inode}]`, inode]));
  const found: ListeningServer[] = [];
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const held = await listHeld(`/proc/${entry}/fd`, links);
    const holder = held.length === 0 ? null : await describeHolder(Number(entry), held);
    if (holder !== null) found.push(holder);
  }
  return found;
}

async function listHeld(folder: string, links: ReadonlyMap<string, string>): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => "")));
  return [...new Set(targets)].flatMap((target) => links.get(target) ?? []);
}

async function describeHolder(pid: number, inodes: readonly string[]): Promise<ListeningServer | null> {
  const facts = await readLive(pid);
  if (facts === null) return null;
  const { name, startTicks, parent } = facts;
  const above = parent <= 1 ? null : await readLive(parent);
  return {
    process: { pid, startTicks, name },
    inodes,
    parent: above === null ? null : { pid: parent, startTicks: above.startTicks, name: above.name },
  };
}
