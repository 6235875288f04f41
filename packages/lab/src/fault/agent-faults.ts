import { installLayout } from "@primacy/contract/agent";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { isAlive, observeProcesses } from "../host/processes";
import { findAgentStatus } from "../observe/agent-status";
import { waitFor } from "../process/wait-for";
import { actAndObserve } from "./act";
import type { FaultEvidence } from "./evidence";
import { freezeProcess } from "./freeze-faults";

/**
 * Kills the agent of a host with SIGKILL; its supervisor starts another one. With `forGood` the supervisor dies first,
 * and nothing but the kernel takes the address away. Returns when what was killed is gone. Throws where there is none.
 */
export async function killAgent(
  host: LabHost,
  options: { readonly forGood: boolean },
): Promise<FaultEvidence> {
  const names = options.forGood ? ["supervisor", "agent"] : ["agent"];
  const inner = await Promise.all(names.map((name) => readPid(host, name)));
  const processes = await observeProcesses(host);
  const victims = inner.flatMap((pid) => processes.filter((one) => one.innerPid === pid));
  // A file that names a process which is gone: nobody would be killed, and all of nobody be seen to be gone.
  if (victims.length < names.length)
    throw new LabError("not_observed", `Not every one of ${names.join(", ")} runs on ${host.name}.`, {
      retryable: true,
    });
  return actAndObserve(
    "kill-agent",
    host.name,
    () => {
      for (const { pid } of victims) process.kill(pid, "SIGKILL");
    },
    () =>
      waitFor(
        `the killed agent of ${host.name} to be gone`,
        async () => {
          const alive = await Promise.all(victims.map(({ pid }) => isAlive(pid)));
          return alive.includes(true) ? undefined : victims.map(({ name, pid }) => `${name} ${pid} is gone`);
        },
        { timeoutMs: 5_000, intervalMs: 5 },
      ),
  );
}

/** Stops the agent of a host with SIGSTOP. Returns when the kernel shows it as stopped; its watchdog kills it soon. */
export async function freezeAgent(host: LabHost): Promise<FaultEvidence> {
  return freezeProcess(host, await readPid(host, "agent"));
}

/** Stops agent and supervisor of a host in order. Returns when its socket no longer answers. */
export async function stopAgent(host: LabHost): Promise<FaultEvidence> {
  return actAndObserve(
    "stop-agent",
    host.name,
    async () => {
      await host.exec([installLayout.supervisor, "stop"], { timeoutMs: 30_000 });
    },
    async () => {
      if ((await findAgentStatus(host)) !== null)
        throw new LabError("not_observed", `The agent of ${host.name} still answers after its stop.`);
      return ["the agent no longer answers"];
    },
  );
}

/** Starts agent and supervisor of a host where they do not run, and waits until the agent answers. */
export async function startAgent(host: LabHost, signal?: AbortSignal): Promise<FaultEvidence> {
  return actAndObserve(
    "start-agent",
    host.name,
    async () => {
      await host.exec([installLayout.supervisor, "start"], { timeoutMs: 30_000, signal });
    },
    () =>
      waitFor(
        `the agent of ${host.name} to answer`,
        async () => ((await findAgentStatus(host)) === null ? undefined : ["the agent answers"]),
        { timeoutMs: 30_000, signal },
      ),
  );
}

async function readPid(host: LabHost, name: string): Promise<number> {
  const { stdout } = await host.tryExec(["cat", `${installLayout.runFolder}/${name}.pid`]);
  const pid = Number(stdout.trim());
  if (Number.isInteger(pid) && pid > 0) return pid;
  throw new LabError("not_observed", `No ${name} of Primacy runs on ${host.name}.`, { retryable: true });
}
