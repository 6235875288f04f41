import { installLayout } from "@primacy/contract/agent";
import { actAndObserve, killEach, waitForDeath } from "@primacy/host-acts";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { findAgentStatus } from "../observe/agent-status";
import { inLabErrors } from "../process/lab-errors";
import { waitFor } from "../process/wait-for";
import type { FaultEvidence } from "./evidence";
import { freezeProcess } from "./host-acts";

/**
 * Kills the agent of a host with SIGKILL. With `restart` its supervisor starts another one; without, the supervisor dies
 * first. Returns when what was killed is gone. Throws LabError `not_observed` where there is none.
 */
export async function killAgent(
  host: LabHost,
  options: { readonly restart: boolean },
): Promise<FaultEvidence> {
  const names = options.restart ? ["agent"] : ["supervisor", "agent"];
  const inner = await Promise.all(names.map((name) => readPid(host, name)));
  const processes = await host.listProcesses();
  const victims = inner.flatMap((pid) => processes.filter((one) => one.innerPid === pid));
  // A file that names a process which is gone: nobody would be killed, and all of nobody be seen to be gone.
  if (victims.length < names.length)
    throw new LabError("not_observed", `Not every one of ${names.join(", ")} runs on ${host.name}.`, {
      retryable: true,
    });
  return actAndObserve(
    "kill-agent",
    host.name,
    () => killEach(host, victims),
    async () => {
      await inLabErrors(waitForDeath(host, victims));
      return victims.map(({ name, pid }) => `${name} ${pid} is gone`);
    },
  );
}

/** Stops the agent of a host with SIGSTOP. Returns when the kernel shows it as stopped; its watchdog kills it soon. */
export async function freezeAgent(host: LabHost): Promise<FaultEvidence> {
  return freezeProcess(host, await readPid(host, "agent"));
}

/** Stops agent and supervisor of a host in order. Returns when its socket no longer answers. Throws where it did not before. */
export async function stopAgent(host: LabHost): Promise<FaultEvidence> {
  if ((await findAgentStatus(host)) === null)
    throw new LabError("not_observed", `No agent of Primacy answers on ${host.name}.`, { retryable: true });
  return actAndObserve(
    "stop-agent",
    host.name,
    async () => {
      await host.exec([installLayout.supervisor, "stop"], { timeoutMs: 60_000 });
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
      await host.exec([installLayout.supervisor, "start"], { timeoutMs: 60_000, signal });
    },
    () =>
      waitFor(
        `the agent of ${host.name} to answer`,
        async () => ((await findAgentStatus(host)) === null ? undefined : ["the agent answers"]),
        { timeoutMs: 60_000, signal },
      ),
  );
}

async function readPid(host: LabHost, name: string): Promise<number> {
  const { stdout } = await host.tryExec(["cat", `${installLayout.runFolder}/${name}.pid`]);
  const pid = Number(stdout.trim());
  if (Number.isInteger(pid) && pid > 0) return pid;
  throw new LabError("not_observed", `No ${name} of Primacy runs on ${host.name}.`, { retryable: true });
}
