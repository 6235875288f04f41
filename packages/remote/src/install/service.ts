import { agentCommands, noHandoverExitCode } from "@primacy/contract/agent";
import type { RemoteSession } from "../connection/session";
import { CommandFailure } from "../failure";
import { agentService, removeInitScript, removeUnit, type ServiceManager, startAtBoot } from "./boot";

const timeoutMs = 60_000;

/**
 * Starts the agent where none runs, and sees to it that it starts at boot. Throws `CommandFailure` when it does not start.
 * With no known service manager it starts all the same, and the answer says so.
 */
export async function startAgent(session: RemoteSession, signal: AbortSignal): Promise<ServiceManager> {
  const manager = await startAtBoot(session, agentService, signal);
  const options = { signal, timeoutMs };
  if (manager === "systemd") await session.runAsRoot(["systemctl", "start", agentService.unit], options);
  // Under systemd this waits until the agent is there, and starts nothing.
  await session.runAsRoot(agentCommands.start, options);
  return manager;
}

/**
 * Replaces the agent that runs by the current release's, which keeps the addresses that it earns in time, and sees to it
 * that it starts at boot. Null, with nothing changed, where none runs that can hand over. Throws `CommandFailure` when the
 * new one does not start.
 */
export async function handOverAgent(
  session: RemoteSession,
  signal: AbortSignal,
): Promise<ServiceManager | null> {
  const { exitCode, stderr } = await session.runAsRoot(agentCommands.handover, {
    signal,
    timeoutMs,
    acceptsFailure: true,
  });
  if (exitCode === noHandoverExitCode) return null;
  if (exitCode === 0) return startAtBoot(session, agentService, signal);
  const command = agentCommands.handover.join(" ");
  throw new CommandFailure(session.hostName, { command, exitCode, signal: null, stderr });
}

/** Ends the agent, which releases its addresses, and takes back that it starts at boot. Done also when nothing runs. */
export async function stopService(
  session: RemoteSession,
  hasSupervisor: boolean,
  signal: AbortSignal,
): Promise<void> {
  await removeUnit(session, agentService, signal);
  if (hasSupervisor) await session.runAsRoot(agentCommands.stop, { signal, timeoutMs });
  await removeInitScript(session, agentService, signal);
}
