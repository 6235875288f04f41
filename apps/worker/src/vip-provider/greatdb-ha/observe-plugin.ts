import { type Message, message, type Vip, type VipRequest } from "@primacy/contract";
import type { PluginHost } from "@primacy/contract/agent";
import { chooseNic, type VipCheckSnapshot } from "@primacy/core/check";
import {
  desiredSettings,
  findPluginRelease,
  findStartValues,
  listLoadLines,
  listPluginLines,
  listStayingLines,
  listUnfitLines,
  type PluginFilePlan,
  type PluginMember,
  type PluginPathSight,
  type PluginSight,
  planRemoval,
  planSettings,
} from "@primacy/core/greatdb-ha";
import type { OptionSources, OptionUndo } from "@primacy/core/option-file";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { AgentFailure } from "../../agent-client/agent-failure";
import { agentOf, endpointOf, type LoadedCluster } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import { connectServer } from "../../mysql/connect-server";
import { isUntrusted, MysqlFailure } from "../../mysql/mysql-failure";
import { readVariables } from "../../mysql/read-variables";
import { greetAgent } from "../../observe/greet-agent";
import { StepFailure } from "../../operation/failure";
import { observePaths } from "./observe-path";
import { openFiles } from "./operator-files";
import { readPersisted, readPluginVariables } from "./plugin-server";
import { readOptionSources } from "./read-option-sources";

const lookLimitMs = 20_000;

/** Which edit is planned: what gives the settings, or what takes them away with the edits that gave them. */
export type PluginGoal =
  | { readonly kind: "apply"; readonly request: VipRequest; readonly sights: VipCheckSnapshot["members"] }
  | { readonly kind: "remove"; readonly vip: Vip; readonly applied: ReadonlyMap<string, OptionUndo> };

/** Looks at every member's server, plugin and option files at once. Changes nothing; what does not answer is part of the answer. */
export async function observePluginMembers(
  worker: WorkerContext,
  loaded: LoadedCluster,
  goal: PluginGoal,
  signal: AbortSignal,
): Promise<PluginSight> {
  const { cluster } = loaded;
  const library = goal.kind === "apply" ? goal.request.library : undefined;
  const [members, administrator, paths, upload] = await Promise.all([
    Promise.all(cluster.members.map((member) => observeMember(worker, loaded, member, goal, signal))),
    worker.db.clusters.findCredential(cluster.id, "administrator"),
    goal.kind === "apply" ? observePaths(worker, loaded, signal) : new Map<string, PluginPathSight>(),
    library === undefined ? null : worker.db.pluginLibraries.findBySha256(library),
  ]);
  const withPaths = members.map((member) => {
    const path = paths.get(member.memberId);
    return path === undefined ? member : { ...member, path };
  });
  return { members: withPaths, hasAdministrator: administrator !== null, upload };
}

/** What is known of one member's plugin now, for a step that has to plan its edit itself. */
export async function observePluginMember(
  worker: WorkerContext,
  loaded: LoadedCluster,
  memberId: string,
  goal: PluginGoal,
  signal: AbortSignal,
): Promise<PluginMember | null> {
  const member = loaded.cluster.members.find(({ id }) => id === memberId);
  return member === undefined ? null : observeMember(worker, loaded, member, goal, signal);
}

async function observeMember(
  worker: WorkerContext,
  loaded: LoadedCluster,
  member: MemberRecord,
  goal: PluginGoal,
  signal: AbortSignal,
): Promise<PluginMember> {
  const host = loaded.hosts.find(({ id }) => id === member.hostId) ?? null;
  const name = host?.name ?? member.address;
  const seen = await readServer(worker, loaded.cluster.id, member, signal);
  const agent = await askAgent(worker, loaded, member, seen?.server.pluginFolder ?? null, signal);
  const nics = goal.kind === "apply" ? findNics(goal, member.id) : { nic: null, nics: [] };
  const settings =
    seen === null || seen.server.release.kind === "none"
      ? []
      : settingsFor(goal, seen.server.release.release, nics.nic, host?.id);
  const about = {
    ...{ memberId: member.id, hostId: host?.id ?? null, name, server: seen?.server ?? null },
    ...agent,
    ...nics,
    ...{ settings, unfitLines: [], lines: [], startValues: {} },
  };
  if (agent.host === null || agent.operator !== "running" || seen === null || host === null)
    return { ...about, file: unseen(agent.reason ?? findReason(name, agent.operator, seen)) };
  const sources = await readSources(
    worker,
    loaded.cluster.id,
    { hostId: host.id, host: agent.host, seen },
    signal,
  );
  if (!("reading" in sources)) return { ...about, file: sources };
  if (goal.kind === "remove") {
    const file = await planRemoval(sources, goal.applied.get(host.id) ?? null);
    return { ...about, file, lines: await listStayingLines(sources, file) };
  }
  return {
    ...about,
    file: await planSettings(sources, settings),
    unfitLines: listUnfitLines(sources),
    lines: listPluginLines(sources),
    loadLines: listLoadLines(sources),
    startValues: findStartValues(sources, settings),
  };
}

/** Why its option files were not read, where its agent answered. */
function findReason(host: string, operator: PluginMember["operator"], seen: SeenServer | null): Message {
  if (seen === null) return message("problem.plugin_server_silent", { host });
  if (operator === "off" || operator === "silent")
    return message(`check.plugin_operator.fail_${operator}`, { host });
  return message("check.plugin_skipped_agent");
}

function settingsFor(
  goal: PluginGoal,
  release: Parameters<typeof desiredSettings>[0],
  nic: string | null,
  hostId: string | undefined,
): PluginMember["settings"] {
  if (goal.kind === "apply") return nic === null ? [] : desiredSettings(release, goal.request, nic);
  return desiredSettings(release, goal.vip, goal.vip.nics[hostId ?? ""] ?? "");
}

function findNics(
  { request, sights }: Extract<PluginGoal, { kind: "apply" }>,
  memberId: string,
): Pick<PluginMember, "nic" | "nics"> {
  const member = sights.find((one) => one.memberId === memberId);
  if (member?.sight.kind !== "observed") return { nic: null, nics: [] };
  const { observation } = member.sight;
  const { nic } = chooseNic(request.nics, member, observation);
  return { nic: nic?.name ?? null, nics: observation.nics.map((one) => one.name) };
}

interface SeenServer {
  readonly server: NonNullable<PluginMember["server"]>;
  readonly persisted: ReadonlyMap<string, string>;
  /** The option files that it says it has values from. */
  readonly namedFiles: readonly string[];
}

const PathRow = z.object({ path: z.string() });
// The file of SET PERSIST ends alike, and is no option file.
const pathStatement =
  "SELECT DISTINCT VARIABLE_PATH AS path FROM performance_schema.variables_info" +
  " WHERE VARIABLE_PATH LIKE '/%.cnf' AND VARIABLE_SOURCE <> 'PERSISTED'";

/** Null where the server does not answer; throws where somebody else does. */
async function readServer(
  worker: WorkerContext,
  clusterId: string,
  member: MemberRecord,
  signal: AbortSignal,
): Promise<SeenServer | null> {
  const account = await worker.db.clusters.findCredential(clusterId, "admin");
  if (account === null) return null;
  try {
    const connection = await connectServer(endpointOf(member), account, signal);
    try {
      const options = { signal };
      const named = await readVariables(connection, ["version", "version_comment", "plugin_dir"], options);
      const { version = "", version_comment: comment = "", plugin_dir: pluginFolder = "" } = named;
      const variables = await readPluginVariables(connection, options);
      const persisted = await readPersisted(connection, options).catch((error: unknown) => {
        if (error instanceof MysqlFailure && error.code === "mysql_statement") return new Map();
        throw error;
      });
      const release = findPluginRelease(version, comment);
      const rows = await connection.query(pathStatement, options);
      const namedFiles = rows.map((row) => PathRow.parse(row).path);
      return { server: { version, release, pluginFolder, variables }, persisted, namedFiles };
    } finally {
      connection.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure && !isUntrusted(error)) return null;
    throw error;
  }
}

interface AgentWord {
  readonly host: PluginHost | null;
  readonly operator: PluginMember["operator"];
  readonly takesLibrary: boolean;
  /** Why nothing is known; null where something is. */
  readonly reason: Message | null;
}

async function askAgent(
  worker: WorkerContext,
  { hosts }: LoadedCluster,
  member: MemberRecord,
  pluginFolder: string | null,
  signal: AbortSignal,
): Promise<AgentWord> {
  const host = hosts.find(({ id }) => id === member.hostId);
  const unknown = { host: null, operator: null, takesLibrary: false } as const;
  if (host === undefined || host.agentState === "none") return { ...unknown, reason: null };
  const target = agentOf(host, null);
  try {
    const hello = await greetAgent(worker, target, signal);
    const operator = hello.operator?.state ?? "off";
    const takesLibrary = hello.abilities.includes("plugin_library");
    if (!hello.abilities.includes("plugin_host") || pluginFolder === null)
      return { host: null, operator, takesLibrary, reason: null };
    const question = { port: member.port, pluginFolder };
    const options = { signal, timeoutMs: lookLimitMs };
    const seen = await worker.agents.clientFor(target).call("observePlugin", question, options);
    return { host: seen, operator, takesLibrary, reason: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    return { ...unknown, reason: error.explanation };
  }
}

async function readSources(
  worker: WorkerContext,
  clusterId: string,
  { hostId, host, seen }: { readonly hostId: string; readonly host: PluginHost; readonly seen: SeenServer },
  signal: AbortSignal,
): Promise<OptionSources | PluginFilePlan> {
  const { server, persisted, namedFiles } = seen;
  try {
    const session = await openFiles(worker, { clusterId, hostId, who: "console", operationId: null }, signal);
    const question = { host, version: server.version, persisted, namedFiles };
    const read = await readOptionSources(session, question, signal);
    return "reading" in read ? read : { kind: "refused", reasons: read };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AgentFailure || error instanceof StepFailure) return unseen(error.explanation);
    throw error;
  }
}

function unseen(reason: Message): PluginFilePlan {
  return { kind: "unseen", reason };
}
