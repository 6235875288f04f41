import {
  findWithin,
  type MemberAction,
  type Message,
  message,
  quote,
  type VipPause,
} from "@primacy/contract";
import {
  judgeOthers,
  type MemberServer,
  type MemberSnapshot,
  type MemberVipPause,
  type OtherReading,
} from "@primacy/core/member";
import { wordOfServerError } from "@primacy/core/topology";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { AgentFailure } from "../../agent-client/agent-failure";
import {
  findPausedWriteVip,
  listMovingReads,
  listPausedReads,
  listWriteVips,
} from "../../cluster-record/find-write-vip";
import { endpointOf, getAccount, type LoadedCluster, targetOf } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import { connectServer, type ServerAccount, type ServerConnection } from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { StepFailure } from "../../operation/failure";
import { readMember } from "./read-member";

/** What is to be done with which member. */
export interface MemberRequest {
  readonly memberId: string;
  readonly action: MemberAction;
  readonly isPrimaryAllowed: boolean;
  readonly isCloneAllowed: boolean;
}

/** ER_SERVER_OFFLINE_MODE. */
const offlineModeErrno = 3032;

/** Looks at a member, and at what the others say of it and of the group. Changes nothing. */
export async function observeMember(
  worker: WorkerContext,
  loaded: LoadedCluster,
  request: MemberRequest,
  signal: AbortSignal,
): Promise<MemberSnapshot> {
  const { cluster } = loaded;
  const target = getMember(loaded, request.memberId);
  const account = await getAccount(worker.db, cluster.id, "admin");
  // First the member: what the others write meanwhile must not pass for its own.
  const server = await observeServer(worker, loaded, target, account, signal);
  const others = await readOthers(loaded, target.id, account, signal);
  const { serverUuid, address, port } = target;
  const { groupName } = cluster;
  // Of several write VIPs, the one that would not follow, or all that would.
  const paused = findPausedWriteVip(loaded.vips);
  const vips = paused === null ? listWriteVips(loaded.vips) : [paused];
  return {
    action: request.action,
    isPrimaryAllowed: request.isPrimaryAllowed,
    isCloneAllowed: request.isCloneAllowed,
    name: nameOf(target),
    hostName: nameOf(target),
    address,
    port,
    serverUuid,
    server,
    groupName,
    ...judgeOthers({ serverUuid, groupName }, others),
    registeredCount: cluster.members.length,
    vipAddress: vips.length === 0 ? null : vips.map((one) => one.address).join(", "),
    readAddresses: listMovingReads(loaded.vips),
    pausedReadAddresses: listPausedReads(loaded.vips, [target.hostId]),
    vipPause: paused?.paused === undefined ? null : locatePause(paused.paused, target, cluster.members),
    names: new Map(cluster.members.map((member) => [member.serverUuid.toLowerCase(), nameOf(member)])),
  };
}

/** A VIP that nobody held when it was paused is paused on no host, and a host without a member takes nothing. */
function locatePause(
  { hostId }: VipPause,
  target: MemberRecord,
  members: readonly MemberRecord[],
): MemberVipPause {
  const paused = members.find((member) => hostId !== null && member.hostId === hostId);
  if (paused === undefined) return { kind: "nowhere" };
  return paused.hostId === target.hostId ? { kind: "here" } : { kind: "elsewhere", hostName: nameOf(paused) };
}

/** A member as registered. Throws `StepFailure` `member_unknown` where it is none any more. */
export function getMember({ cluster }: LoadedCluster, memberId: string): MemberRecord {
  const member = cluster.members.find((one) => one.id === memberId);
  if (member !== undefined) return member;
  throw new StepFailure("failure.member_unknown", { params: { name: memberId } });
}

/** How a member is called: by its host, or by its address where it is on none. */
export function nameOf(member: Pick<MemberRecord, "hostName" | "address">): string {
  return member.hostName ?? member.address;
}

/** Where a member's server is. */
export type ReachableMember = Pick<MemberRecord, "address" | "port" | "facts">;

/** Signs in to a member, and out again when `use` is done. Throws `MysqlFailure`. */
export async function withMember<T>(
  member: ReachableMember,
  account: ServerAccount,
  signal: AbortSignal,
  use: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const connection = await connectServer(endpointOf(member), account, signal);
  try {
    return await use(connection);
  } finally {
    connection.close();
  }
}

/** A member whose server is known. */
export type KnownMember = Pick<MemberRecord, "address" | "port" | "facts" | "serverUuid" | "hostName">;

/**
 * Signs in to a member's own server, and out again. Throws `MysqlFailure`, and `StepFailure` `member_other_server` where
 * another server answers at its address: nothing is ordered there.
 */
export async function withOwnServer<T>(
  member: KnownMember,
  account: ServerAccount,
  signal: AbortSignal,
  use: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  return withMember(member, account, signal, async (connection) => {
    const [row] = await connection.query("SELECT @@server_uuid AS uuid", { signal });
    const { uuid: other } = UuidRow.parse(row);
    const { address, port, serverUuid: uuid } = member;
    if (other.toLowerCase() === uuid.toLowerCase()) return use(connection);
    const params = { member: nameOf(member), address, port, other, uuid };
    throw new StepFailure("failure.member_other_server", { params });
  });
}

const UuidRow = z.object({ uuid: z.string() });

/**
 * Why a server did not do what was asked, for a sentence of one's own (`{reason:why}`) and without a full stop: what the
 * server or the network said, or a word of ours.
 */
export function reasonOf({ code, explanation }: MysqlFailure): Message {
  if (code === "mysql_no_tls") return message("why.no_tls");
  const reason = findWithin(explanation.params, "reason") ?? quote("-");
  return reason.code === "text.quoted" ? quote(String(reason.params.said).replace(/\.+$/, "")) : reason;
}

async function observeServer(
  worker: WorkerContext,
  loaded: LoadedCluster,
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<MemberServer> {
  try {
    return await withMember(member, account, signal, async (connection) => {
      const { server } = await readMember(connection, { signal });
      return server;
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    if (error.errno === offlineModeErrno)
      return { kind: "silent", why: "offline_mode", reason: reasonOf(error) };
    const down = await askAgent(worker, loaded, member, signal);
    return down === null
      ? { kind: "silent", why: "unknown", reason: reasonOf(error) }
      : { kind: "silent", why: "down", reason: down };
  }
}

/** Why the database beside the member's agent does not run, as that says; null where it says nothing of the kind. */
async function askAgent(
  worker: WorkerContext,
  loaded: LoadedCluster,
  member: MemberRecord,
  signal: AbortSignal,
): Promise<Message | null> {
  const host = loaded.wanted.hosts.find((one) => one.hostId === member.hostId);
  if (host === undefined) return null;
  try {
    const { mysql } = await worker.observer.readStatus(targetOf(host), signal);
    return mysql.reach === "down" ? wordOfServerError(mysql.error ?? quote("-")) : null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AgentFailure) return null;
    throw error;
  }
}

/** The other members that answer. */
async function readOthers(
  { cluster }: LoadedCluster,
  memberId: string,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<readonly OtherReading[]> {
  const others = cluster.members.filter((member) => member.id !== memberId);
  const seen = await Promise.all(
    others.map(async (member) => {
      try {
        const { group, server } = await withMember(member, account, signal, (connection) =>
          readMember(connection, { signal }),
        );
        return [{ name: nameOf(member), serverUuid: member.serverUuid, server, view: group.view }];
      } catch (error) {
        signal.throwIfAborted();
        // What a server says that cannot be reached or verified is not known: it counts for nothing.
        if (error instanceof MysqlFailure) return [];
        throw error;
      }
    }),
  );
  return seen.flat();
}
