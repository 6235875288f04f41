import { existsSync } from "node:fs";
import { readdir, readFile, readlink, stat } from "node:fs/promises";
import path from "node:path";
import { agentCommands, installLayout } from "@primacy/contract/agent";
import type { NamedProcess } from "../listening-server";
import { readLive } from "../marked-processes";

/** Whose agent is meant, and what starts one; another one in tests. */
export interface AgentPlace {
  /** Of whom the program and its supervisor have to be. */
  readonly owner: number;
  /** The root that the agent was given; empty on a real host. */
  readonly root: string;
  start(): readonly string[];
}

const unit = path.basename(installLayout.systemdUnit);

export const ownAgent: AgentPlace = {
  owner: 0,
  root: process.env.PRIMACY_AGENT_ROOT ?? "",
  start: () =>
    existsSync("/run/systemd/system") && existsSync(installLayout.systemdUnit)
      ? ["systemctl", "start", unit]
      : agentCommands.start,
};

const program = path.basename(installLayout.executable);
const supervisor = path.basename(installLayout.supervisor);
/** Of a program whose file was replaced while it runs. */
const replaced = " (deleted)";

/**
 * The agents of this host, found by what the kernel says and by no pid file: processes of the agent's program that decide, in this host's
 * network and for its root, which a supervisor of root's has started. During a handover there are two.
 */
export async function listAgents(place: AgentPlace): Promise<NamedProcess[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => readAgent(pid, place)));
  return found.filter((one) => one !== null);
}

async function readAgent(pid: number, place: AgentPlace): Promise<NamedProcess | null> {
  const executable = (await linkOf(pid, "exe")).replace(replaced, "");
  if (path.basename(executable) !== program || (await listArguments(pid))[1] !== "run") return null;
  if ((await linkOf(pid, "ns/net")) !== (await linkOf("self", "ns/net"))) return null;
  if ((await readRoot(pid)) !== place.root) return null;
  const facts = await readLive(pid);
  if (facts === null || !(await isSupervisor(facts.parent, place))) return null;
  const { name, startTicks } = facts;
  return { pid, startTicks, name };
}

async function isSupervisor(pid: number, { owner }: AgentPlace): Promise<boolean> {
  const [last, before] = (await listArguments(pid)).reverse();
  if (last !== "run" || path.basename(before ?? "") !== supervisor) return false;
  return (await stat(`/proc/${pid}`).catch(() => null))?.uid === owner;
}

async function listArguments(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return text.split("\0").slice(0, -1);
}

async function readRoot(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
  const mark = "PRIMACY_AGENT_ROOT=";
  const found = text.split("\0").find((one) => one.startsWith(mark));
  return found?.slice(mark.length) ?? "";
}

function linkOf(pid: number | "self", name: string): Promise<string> {
  return readlink(`/proc/${pid}/${name}`).catch(() => "");
}
