import { joinMessages, type Message, message, paramsWith } from "@primacy/contract";
import { findDeviations, forceStatement, variablePrefix } from "@primacy/core/greatdb-ha";
import type { VipStepBase } from "@primacy/core/plan";
import { z } from "zod";
import { loadCluster } from "../../cluster-record/load-cluster";
import type { ServerConnection } from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { namesOf } from "../../observe/holding";
import { defineStep, type StepContext, type StepExecutor } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { poll } from "../../operation/poll";
import { BaseInput } from "../vip-inputs";
import { findLeft } from "./left-address";
import { onPluginServer, readPluginVariables, tellDeviation } from "./plugin-server";

/** A plugin that was not reached lets go at its next turn, each 20 s, if it is reached then. */
const limitMs = 30_000;
const everyMs = 200;
/** A primary without a majority calls itself that too, and its plugin would do nothing. */
const roleStatement =
  "SELECT MEMBER_ROLE AS role FROM performance_schema.replication_group_members" +
  " WHERE MEMBER_ID = @@server_uuid AND MEMBER_STATE = 'ONLINE'" +
  " AND (SELECT SUM(MEMBER_STATE <> 'UNREACHABLE') * 2 > COUNT(*) FROM performance_schema.replication_group_members)";
const RoleRow = z.object({ role: z.string() });

/**
 * Tells the plugin of the member that is the primary now. Throws `StepFailure` where none is, or where that one's plugin is not loaded or is
 * set to something else than this VIP: it would do nothing then. May run twice.
 */
export const rebindStep: StepExecutor<VipStepBase> = defineStep<VipStepBase>({
  input: BaseInput,
  timeoutMs: 60_000,
  undo: { kind: "nothing" },
  async execute(context, { clusterId, address }, signal) {
    const { wanted } = await loadCluster(context.worker.db, clusterId);
    const silent: Message[] = [];
    for (const { name: hostName, member } of wanted.hosts) {
      const place = { clusterId, memberId: member.memberId, hostName };
      try {
        const isTold = await onPluginServer(context, place, signal, (connection) =>
          tellIfPrimary(connection, { address, hostName }, signal),
        );
        if (isTold) return { kind: "done", detail: message("detail.plugin_rebound", { host: hostName }) };
      } catch (error) {
        if (!(error instanceof MysqlFailure) || !error.retryable) throw error;
        silent.push(error.explanation);
      }
    }
    const params = paramsWith({}, { reason: joinMessages(silent) });
    throw new StepFailure("failure.plugin_no_primary", { params });
  },
});

async function tellIfPrimary(
  connection: ServerConnection,
  { address, hostName }: { readonly address: string; readonly hostName: string },
  signal: AbortSignal,
): Promise<boolean> {
  const [row] = await connection.query(roleStatement, { signal });
  if (row === undefined || RoleRow.parse(row).role !== "PRIMARY") return false;
  const variables = await readPluginVariables(connection, { signal });
  if (Object.keys(variables).length === 0)
    throw new StepFailure("failure.plugin_not_loaded", { params: { host: hostName } });
  const needed = { enable_mgr_vip: "ON", mgr_vip_ip: address };
  const settings = Object.entries(needed).map(([name, value]) => ({
    ...{ name: `${variablePrefix}${name}`, value, isReadOnly: false },
  }));
  const [wrong] = findDeviations(settings, variables);
  if (wrong !== undefined) throw tellDeviation(hostName, wrong);
  await connection.query(forceStatement, { signal });
  return true;
}

/**
 * Waits until one kernel has the address, that of the primary's host, and no other of which anything is known. Throws `StepFailure` with
 * what is left to do after 30 s.
 */
export const awaitOneStep: StepExecutor<VipStepBase> = defineStep<VipStepBase>({
  input: BaseInput,
  timeoutMs: limitMs + 10_000,
  undo: { kind: "nothing" },
  async execute(context, { clusterId, address }, signal) {
    const { wanted } = await loadCluster(context.worker.db, clusterId);
    const { observer } = context.worker;
    let told = "";
    const found = await poll({ everyMs, limitMs, signal }, async () => {
      const { holders, silentHosts } = await observer.readHolding(wanted.hosts, address, signal);
      const [one] = holders;
      if (one !== undefined && holders.length === 1 && one.status.mysql.memberRole === "PRIMARY")
        return describeOne(one.host.name, address, silentHosts);
      const state = describeHolders(namesOf(holders), address);
      if (state.text !== told) await context.waitFor(state);
      told = state.text;
      return null;
    });
    if (found !== null) return { kind: "done", detail: found };
    throw await explain(context, { hosts: wanted.hosts, address }, signal);
  },
});

type Hosts = Parameters<typeof findLeft>[1];

function describeOne(host: string, address: string, silentHosts: Hosts): Message {
  const silent = silentHosts.map(({ name }) => name).join(", ");
  return silent === ""
    ? message("detail.plugin_one", { host, address })
    : message("detail.plugin_one_silent", { host, address, silent });
}

function describeHolders(hosts: string, address: string): Message {
  return hosts === ""
    ? message("detail.plugin_nobody", { address })
    : message("detail.plugin_holders", { hosts, address });
}

/** Only what a host beside the primary has is named to be taken away: the primary's own may come later still. Where two call themselves primary, none is. */
async function explain(
  { worker }: StepContext,
  { hosts, address }: { readonly hosts: Hosts; readonly address: string },
  signal: AbortSignal,
): Promise<StepFailure> {
  const seconds = limitMs / 1000;
  const { holders, silentHosts } = await worker.observer.readHolding(hosts, address, signal);
  const others = holders.filter(({ status }) => status.mysql.memberRole !== "PRIMARY");
  if (others.length === 0) {
    const [one] = holders;
    const known = { address, seconds, hosts: namesOf(holders) };
    if (holders.length > 1) return new StepFailure("failure.plugin_two_primaries", { params: known });
    const silent = silentHosts.map(({ name }) => name).join(", ");
    if (silent !== "")
      return new StepFailure("failure.plugin_bound_unknown", { params: { address, seconds, silent } });
    return one === undefined
      ? new StepFailure("failure.plugin_not_bound", { params: { address, seconds } })
      : new StepFailure("failure.plugin_bound_late", { params: known });
  }
  const { left } = await findLeft(
    worker,
    others.map(({ host }) => host),
    address,
    signal,
  );
  const command = [...new Set(left.map((one) => one.command))].join("; ") || "-";
  const params = { address, seconds, hosts: namesOf(others), command };
  return new StepFailure("failure.plugin_bound_elsewhere", { params });
}
