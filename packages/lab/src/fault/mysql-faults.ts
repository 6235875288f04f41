import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { findProcesses, isAlive } from "../host/processes";
import { controlService } from "../host/service";
import { waitForMysql } from "../mysql/group";
import { runCommand } from "../process/run-command";
import { waitFor } from "../process/wait-for";
import { actAndObserve } from "./act";
import type { FaultEvidence } from "./evidence";

/** Kernel name of the supervisor, which is a shell script. */
const SUPERVISOR = "mysqld_safe";

/**
 * Kills mysqld with SIGKILL. With `restart` its supervisor starts it again at once; without, the supervisor dies
 * first. Returns when the process is gone and its port no longer listens. Harmless when mysqld is not running.
 */
export async function killMysql(
  host: LabHost,
  options: { readonly restart: boolean },
): Promise<FaultEvidence> {
  const [servers, supervisors] = await Promise.all([
    findProcesses(host, "mysqld"),
    findProcesses(host, SUPERVISOR),
  ]);
  const victims = [...(options.restart ? [] : supervisors), ...servers].map((one) => one.pid);
  return actAndObserve(
    "kill-mysql",
    host.name,
    () => {
      for (const pid of victims) kill(pid, "SIGKILL");
    },
    async () => {
      await waitForDeath(host, victims);
      const gone = servers.length === 0 ? "mysqld was not running" : `mysqld ${servers[0]?.pid} is gone`;
      // With a restart the port opens again in a second or so; the kernel is asked long before that.
      if (servers.length === 0 && options.restart) return [gone];
      await waitForNoListener(host);
      return [gone, "nothing listens on port 3306"];
    },
  );
}

/** Stops mysqld cleanly, as an operator does; it leaves the group. Returns when its port no longer listens. */
export async function stopMysql(host: LabHost, signal?: AbortSignal): Promise<FaultEvidence> {
  return actAndObserve(
    "stop-mysql",
    host.name,
    () => controlService(host, "mysql", "stop", { timeoutMs: 90_000, signal }),
    async () => {
      await waitForNoListener(host);
      if ((await findProcesses(host, "mysqld")).length > 0) {
        throw new LabError("not_observed", `mysqld on ${host.name} still runs after its stop.`);
      }
      return ["no mysqld process is left", "nothing listens on port 3306"];
    },
  );
}

/** Starts mysqld under its supervisor and waits until it answers; it looks for its group by itself. */
export async function startMysql(host: LabHost, signal?: AbortSignal): Promise<FaultEvidence> {
  return actAndObserve(
    "start-mysql",
    host.name,
    () => controlService(host, "mysql", "start", { timeoutMs: 90_000, signal }),
    async () => {
      await waitForMysql(host, { signal });
      return ["mysqld answers on its socket"];
    },
  );
}

async function waitForDeath(host: LabHost, pids: readonly number[]): Promise<void> {
  await waitFor(
    `the killed processes of ${host.name} to be gone`,
    async () => ((await Promise.all(pids.map(isAlive))).includes(true) ? undefined : true),
    { timeoutMs: 10_000, intervalMs: 5 },
  );
}

/** Asked of the kernel in the host's namespace, so that it holds for a host that nobody can reach too. */
async function waitForNoListener(host: LabHost): Promise<void> {
  await waitFor(
    `port 3306 on ${host.name} to be closed`,
    async () => {
      const argv = ["ip", "netns", "exec", host.namespace, "ss", "-Htln", "sport = :3306"];
      return (await runCommand(argv)).stdout.trim() === "" ? true : undefined;
    },
    { timeoutMs: 10_000, intervalMs: 20 },
  );
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ESRCH")) throw cause;
  }
}
