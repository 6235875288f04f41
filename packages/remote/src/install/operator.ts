import { agentCommands, installLayout } from "@primacy/contract/agent";
import type { RemoteSession } from "../connection/session";
import { operatorService, removeInitScript, removeUnit, type ServiceManager, startAtBoot } from "./boot";

const startTimeoutMs = 60_000;
/** What is in force may have stopped a database, whose start takes its time. */
const undoTimeoutMs = 300_000;

/** True when the release on the host has a host operator. */
export async function hasOperator(session: RemoteSession, signal: AbortSignal): Promise<boolean> {
  return test(session, ["-x", installLayout.operatorScript], signal);
}

/** True while root has switched the host operator on. */
export async function isOperatorOn(session: RemoteSession, signal: AbortSignal): Promise<boolean> {
  return test(session, ["-e", installLayout.operatorSwitch], signal);
}

/**
 * Switches the host operator on, starts it, and sees to it that it starts at boot, before the database. Done at once where it
 * runs. Throws `CommandFailure` when it does not start. With no known service manager it starts all the same, and the answer
 * says so.
 */
export async function enableOperator(session: RemoteSession, signal: AbortSignal): Promise<ServiceManager> {
  const manager = await startAtBoot(session, operatorService, signal);
  // Under systemd the script has it start the unit: the switch, which the unit asks for, is there only then.
  await session.runAsRoot(agentCommands.enableOperator, { signal, timeoutMs: startTimeoutMs });
  return manager;
}

/**
 * Starts the host operator of the current release in the place of the one that runs, where it is switched on; false where it
 * is not, or the release has none. Throws `CommandFailure` when it does not start.
 */
export async function restartOperator(session: RemoteSession, signal: AbortSignal): Promise<boolean> {
  if (!(await isOperatorOn(session, signal)) || !(await hasOperator(session, signal))) return false;
  await startAtBoot(session, operatorService, signal);
  await session.runAsRoot(agentCommands.restartOperator, { signal, timeoutMs: startTimeoutMs });
  return true;
}

/**
 * Undoes what is in force, ends the host operator, switches it off, and takes back that it starts at boot. False where it was
 * not switched on. Throws `CommandFailure` where an undo fails: then it stays on, and goes on trying.
 */
export async function disableOperator(session: RemoteSession, signal: AbortSignal): Promise<boolean> {
  const wasOn = await isOperatorOn(session, signal);
  // Also where it is off: an interrupted attempt may have left something in force.
  if (await hasOperator(session, signal)) {
    await session.runAsRoot(agentCommands.disableOperator, { signal, timeoutMs: undoTimeoutMs });
  }
  await removeUnit(session, operatorService, signal);
  await removeInitScript(session, operatorService, signal);
  return wasOn;
}

async function test(session: RemoteSession, args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const { exitCode } = await session.runAsRoot(["test", ...args], { signal, acceptsFailure: true });
  return exitCode === 0;
}
