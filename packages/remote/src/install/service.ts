import { agentCommands, installLayout, noHandoverExitCode } from "@primacy/contract/agent";
import type { RemoteSession } from "../connection/session";
import { CommandFailure } from "../failure";

/** What starts services on the host: systemd, init scripts, or nothing that is known here. */
export type ServiceManager = "systemd" | "init" | "none";

const unit = "primacy-agent.service";
const name = "primacy-agent";
const timeoutMs = 60_000;

// Fixed texts, no argument. Where update-rc.d is missing or makes no links (no insserv), they are made here.
const linkScript = `command -v update-rc.d >/dev/null 2>&1 && update-rc.d ${name} defaults >/dev/null 2>&1
for level in 2 3 4 5; do
  [ -d /etc/rc$level.d ] || continue
  set -- /etc/rc$level.d/S??${name}
  [ -L "$1" ] || ln -sfn ../init.d/${name} /etc/rc$level.d/S99${name}
done`;
const unlinkScript = `rm -f -- /etc/rc?.d/[SK]??${name}`;

/** Which service manager the host has. */
export async function observeServiceManager(
  session: RemoteSession,
  signal: AbortSignal,
): Promise<ServiceManager> {
  const is = async (path: string): Promise<boolean> =>
    (await session.run(["test", "-d", path], { signal, acceptsFailure: true })).exitCode === 0;
  if (await is("/run/systemd/system")) return "systemd";
  return (await is("/etc/init.d")) ? "init" : "none";
}

/**
 * Starts the agent where none runs, and sees to it that it starts at boot. Throws `CommandFailure` when it does not start.
 * With no known service manager it starts all the same, and the answer says so.
 */
export async function startAgent(session: RemoteSession, signal: AbortSignal): Promise<ServiceManager> {
  const manager = await startAtBoot(session, signal);
  const options = { signal, timeoutMs };
  if (manager === "systemd") await session.runAsRoot(["systemctl", "start", unit], options);
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
  if (exitCode === 0) return startAtBoot(session, signal);
  const command = agentCommands.handover.join(" ");
  throw new CommandFailure(session.hostName, { command, exitCode, signal: null, stderr });
}

async function startAtBoot(session: RemoteSession, signal: AbortSignal): Promise<ServiceManager> {
  const manager = await observeServiceManager(session, signal);
  const run = async (...args: readonly string[]): Promise<unknown> =>
    session.runAsRoot(args, { signal, timeoutMs });
  if (manager === "systemd") {
    await run("cp", "-f", "--", `${installLayout.currentLink}/${unit}`, installLayout.systemdUnit);
    await run("systemctl", "daemon-reload");
    await run("systemctl", "enable", unit);
  } else if (manager === "init") {
    await run("ln", "-sfn", "--", installLayout.supervisor, installLayout.initScript);
    await run("sh", "-c", linkScript);
  }
  return manager;
}

/** Ends the agent, which lets go of its addresses, and takes back that it starts at boot. Done also when nothing runs. */
export async function stopService(
  session: RemoteSession,
  hasSupervisor: boolean,
  signal: AbortSignal,
): Promise<void> {
  const run = async (...args: readonly string[]): Promise<unknown> =>
    session.runAsRoot(args, { signal, timeoutMs, acceptsFailure: true });
  if ((await observeServiceManager(session, signal)) === "systemd") {
    await run("systemctl", "disable", "--now", unit);
    await run("rm", "-f", "--", installLayout.systemdUnit);
    await run("systemctl", "daemon-reload");
  }
  if (hasSupervisor) await session.runAsRoot(agentCommands.stop, { signal, timeoutMs });
  await run("sh", "-c", unlinkScript);
  await run("rm", "-f", "--", installLayout.initScript);
}

/** What would still start the agent at boot. */
export async function listBootFiles(session: RemoteSession, signal: AbortSignal): Promise<string[]> {
  const script = `ls -d -- ${installLayout.systemdUnit} ${installLayout.initScript} /etc/rc?.d/[SK]??${name} 2>/dev/null; true`;
  const { stdout } = await session.runAsRoot(["sh", "-c", script], { signal });
  return stdout.split("\n").filter((line) => line !== "");
}
