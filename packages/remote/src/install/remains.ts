import { type Message, message, quote } from "@primacy/contract";
import { agentCommands, agentNftTable, installLayout } from "@primacy/contract/agent";
import type { RemoteSession } from "../connection/session";
import { listBootFiles, operatorService, removeInitScript, removeUnit } from "./boot";
import { stopService } from "./service";

const stopTimeoutMs = 60_000;

/** Every path of an agent on its host, and the copies that an interrupted repair may have left. */
export const agentPaths: readonly string[] = [
  installLayout.commandLink,
  `${installLayout.commandLink}.primacy-new`,
  installLayout.programFolder,
  installLayout.configFolder,
  `${installLayout.configFolder}.primacy-previous`,
  `${installLayout.configFolder}.primacy-previous.part`,
  installLayout.stateFolder,
  installLayout.runFolder,
];

// Prints the ids of processes whose program, also a deleted one, or whose script lies below the first argument, and whether
// their first words name the host operator: its script, or what it asks the program to be.
const processScript = `cd /proc && for pid in [0-9]*; do
  words=$(tr '\\0' '\\n' <"$pid/cmdline" 2>/dev/null | head -n 3)
  case "$(readlink "$pid/exe" 2>/dev/null)" in
    "$1"/*) ;;
    *) printf '%s\\n' "$words" | head -n 2 | grep -q "^$1/" || continue ;;
  esac
  case "$words" in *operator*) echo "$pid operator" ;; *) echo "$pid agent" ;; esac
done; true`;

async function listProcesses(
  session: RemoteSession,
  of: "agent" | "operator",
  signal: AbortSignal,
): Promise<number[]> {
  const { stdout } = await session.runAsRoot(["sh", "-c", processScript, "sh", installLayout.programFolder], {
    signal,
  });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, whose] = /^(\d+) (agent|operator)$/.exec(line) ?? [];
    return pid !== undefined && whose === of ? [Number(pid)] : [];
  });
}

/** Ids of the agent's processes: whatever runs from its folder but the host operator, which runs on without an agent. */
export async function listAgentProcesses(session: RemoteSession, signal: AbortSignal): Promise<number[]> {
  return listProcesses(session, "agent", signal);
}

/** True when the agent's program is there. */
export async function hasProgram(session: RemoteSession, signal: AbortSignal): Promise<boolean> {
  const { exitCode } = await session.runAsRoot(["test", "-x", installLayout.executable], {
    signal,
    acceptsFailure: true,
  });
  return exitCode === 0;
}

/**
 * Releases every address and ends agent and supervisor, which do not start at boot any more; what does not end by
 * itself is killed. Done also when nothing is installed. Throws `CommandFailure` when the supervisor could not be
 * stopped: nothing is killed then.
 */
export async function stopAgent(session: RemoteSession, signal: AbortSignal): Promise<void> {
  await stopService(session, await hasProgram(session, signal), signal);
  await kill(session, await listAgentProcesses(session, signal), signal);
}

async function kill(session: RemoteSession, pids: readonly number[], signal: AbortSignal): Promise<void> {
  if (pids.length === 0) return;
  await session.runAsRoot(["kill", "-KILL", ...pids.map(String)], { signal, acceptsFailure: true });
}

/**
 * Releases every address: by the agent where it runs, which then keeps away, else by its script. Done also when
 * nothing is installed. Throws `CommandFailure` when an address is left.
 */
export async function releaseAddresses(session: RemoteSession, signal: AbortSignal): Promise<void> {
  if (!(await hasProgram(session, signal))) return;
  const options = { signal, timeoutMs: stopTimeoutMs };
  const byAgent = await session.runAsRoot(agentCommands.release, { ...options, acceptsFailure: true });
  // An agent without a cluster has nothing to release and says so by failing; the script then finds nothing either.
  if (byAgent.exitCode !== 0) await session.runAsRoot(agentCommands.releaseVips, options);
}

/**
 * Deletes every file of the agent, its nft table and its user; also what is left of a host operator that nothing could
 * switch off any more, because its script is gone. Safe to run twice.
 */
export async function deleteAgent(session: RemoteSession, signal: AbortSignal): Promise<void> {
  await removeUnit(session, operatorService, signal);
  await removeInitScript(session, operatorService, signal);
  await kill(session, await listProcesses(session, "operator", signal), signal);
  await session.runAsRoot(["rm", "-rf", "--", ...agentPaths], { signal, timeoutMs: stopTimeoutMs });
  await session.runAsRoot(["nft", "delete", "table", ...agentNftTable.split(" ")], {
    signal,
    acceptsFailure: true,
  });
  // The user's group goes with it, but where the host is set up otherwise.
  for (const command of ["userdel", "groupdel"])
    await session.runAsRoot([command, installLayout.agentUser], { signal, acceptsFailure: true });
}

/** What of the agent is still on the host; empty when nothing is. */
export async function listRemains(session: RemoteSession, signal: AbortSignal): Promise<Message[]> {
  const { stdout } = await session.runAsRoot(["ls", "-d", "--", ...agentPaths], {
    signal,
    acceptsFailure: true,
  });
  const files = stdout.split("\n").filter((line) => line !== "");
  const processes = [
    ...(await listAgentProcesses(session, signal)),
    ...(await listProcesses(session, "operator", signal)),
  ].map((pid) => message("remains.process", { pid }));
  const table = await session.runAsRoot(["nft", "list", "table", ...agentNftTable.split(" ")], {
    signal,
    acceptsFailure: true,
  });
  // Not by way of a name service: one that lists no such user may take long to say so.
  const accounts = await session.runAsRoot(
    ["grep", "-h", "-o", `^${installLayout.agentUser}:`, "/etc/passwd", "/etc/group"],
    { signal, acceptsFailure: true },
  );
  // Of IPv6 addresses the lease alone tells whose they are, and ends them.
  const held = await session.runAsRoot(["ip", "-4", "-o", "address", "show"], {
    signal,
    acceptsFailure: true,
  });
  const addresses = [...held.stdout.matchAll(/ inet (\S+) .*:pv[0-9a-z]{1,7}\b/g)].map(([, address = ""]) =>
    message("remains.address", { address }),
  );
  return [
    ...files.map(quote),
    ...addresses,
    ...(accounts.stdout.trim() === "" ? [] : [message("remains.user", { user: installLayout.agentUser })]),
    ...(await listBootFiles(session, signal)).map(quote),
    ...processes,
    ...(table.exitCode === 0 ? [message("remains.table", { table: agentNftTable })] : []),
  ];
}
