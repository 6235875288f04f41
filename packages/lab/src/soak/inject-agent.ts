import { readdir, readFile } from "node:fs/promises";
import { installLayout } from "@primacy/contract/agent";
import { actAndObserve } from "@primacy/host-acts";
import { LabError } from "../errors";
import { killAgent, startAgent } from "../fault/agent-faults";
import type { FaultEvidence } from "../fault/evidence";
import type { LabHost } from "../host/lab-host";
import { runCommand, tryCommand } from "../process/run-command";
import type { DatabaseName } from "../roster";
import { switchTo } from "./inject-group";
import { type FaultRoles, join, type Stage } from "./stage";

/** The exit code with which an agent ends where another has the right. */
const anotherAgent = 3;
/** Exit code of `timeout` where it had to end what it ran. */
const timedOut = 124;

/** Starts a second agent where one runs: it must end by itself. One that goes on to run is a violation. */
export async function startSecondAgent(host: LabHost, { violations }: Stage): Promise<FaultEvidence> {
  let exitCode = -1;
  return actAndObserve(
    "second-agent",
    host.name,
    async () => {
      const argv = ["timeout", "20", installLayout.executable, "run"];
      exitCode = (await host.tryExec(argv, { timeoutMs: 25_000 })).exitCode;
    },
    async () => {
      const { seen, violation } = judgeSecondAgent(host.name, exitCode);
      if (violation !== null) violations.push(violation);
      return [seen];
    },
  );
}

/** What the end of a second agent tells: it was there in any case, and only that it was refused is right. */
export function judgeSecondAgent(
  host: string,
  exitCode: number,
): { readonly seen: string; readonly violation: string | null } {
  const seen = `a second agent was started on ${host} and ended with ${exitCode}`;
  if (exitCode === anotherAgent) return { seen, violation: null };
  const violation =
    exitCode === timedOut
      ? `a second agent ran on ${host} beside the first until it was stopped`
      : `a second agent on ${host} ended with ${exitCode} instead of leaving to the first`;
  return { seen, violation };
}

/** Starts the agent that a fault had stopped for good: asked for by the fault, so it is listed. */
export function restartAgent({ lab, undo, asked }: Stage, name: DatabaseName): void {
  undo.push(async () => {
    asked.push(`starting the agent on ${name}`);
    await startAgent(lab.host(name));
  });
}

/** Kills the agent of one host while the office moves from the primary to the secondary, at a moment that is drawn. */
export async function killWhileMoving(
  stage: Stage,
  { secondary }: FaultRoles,
  victim: DatabaseName,
): Promise<FaultEvidence> {
  const { lab, plan } = stage;
  const killing = new Promise((resolve) => setTimeout(resolve, plan.phaseMs % movingMs)).then(() =>
    killAgent(lab.host(victim), { restart: true }),
  );
  const [killed, moved] = await Promise.allSettled([killing, switchTo(lab, secondary)]);
  if (killed.status === "rejected") throw killed.reason;
  if (moved.status === "rejected") throw moved.reason;
  return join(killed.value, moved.value);
}

/** A planned move of office and address takes about so long: somewhere in it the agent dies. */
const movingMs = 400;

/** Allows the agent no further file or socket than those that it has open. Returns when its kernel says so. */
export async function useUpFiles(host: LabHost, undo: Stage["undo"]): Promise<FaultEvidence> {
  const { stdout } = await host.tryExec(["cat", `${installLayout.runFolder}/agent.pid`]);
  const victim = (await host.listProcesses()).find((one) => one.innerPid === Number(stdout.trim()));
  if (victim === undefined) throw new LabError("not_observed", `No agent runs on ${host.name}.`);
  const pid = `${victim.pid}`;
  const open = (await readdir(`/proc/${pid}/fd`)).length;
  const before = await readFileLimit(pid);
  const allow = async (count: string): Promise<string[]> => [
    ...(await actAs(pid)),
    "prlimit",
    "--pid",
    pid,
    `--nofile=${count}:`,
  ];
  const back = await allow(before);
  undo.push(() => tryCommand(back));
  return actAndObserve(
    "use-up-files",
    host.name,
    async () => {
      await runCommand(await allow(`${open}`));
    },
    async () => {
      const left = Number(await readFileLimit(pid)) - (await readdir(`/proc/${pid}/fd`)).length;
      if (left > 0) throw new LabError("not_observed", `The agent of ${host.name} may open ${left} files.`);
      return [`the agent of ${host.name} has ${open} files open and may have no more`];
    },
  );
}

async function readFileLimit(pid: string): Promise<string> {
  const argv = ["prlimit", "--pid", pid, "--nofile", "--noheadings", "--output", "SOFT"];
  return (await runCommand([...(await actAs(pid)), ...argv])).stdout.trim();
}

/** The limits of a process are its own user's to see and lower; root needs CAP_SYS_RESOURCE, which not every machine gives. */
async function actAs(pid: string): Promise<string[]> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const first = (name: string): string => new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? "0";
  return ["setpriv", "--reuid", first("Uid"), "--regid", first("Gid"), "--clear-groups"];
}
