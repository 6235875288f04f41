import { randomUUID } from "node:crypto";
import { paramsWith, type Vip, type VipProof } from "@primacy/contract";
import type { WantedCluster, WantedHost } from "@primacy/core/plan";
import { macsOf } from "../cluster/inspect-members";
import { endpointOf, getAccount } from "../cluster/load-cluster";
import type { WorkerContext } from "../context";
import { connectServer, type ServerEndpoint } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { StepFailure } from "../operation/failure";
import { askWire } from "./ask-wire";
import { type HostWord, namesOf, readHolding, reasonOf } from "./holders";

/** What proving needs to know. */
export interface VerifyRequest {
  readonly wanted: WantedCluster;
  readonly vip: Vip;
}

type Agents = Pick<WorkerContext, "agents">;

/**
 * Proves a VIP once: exactly one kernel has it, every other host gets that host's answer on the wire, and a write
 * through it arrives at that host's server, which is the primary. Throws `StepFailure` (retryable) with the first
 * thing that is not so, or of which there is no evidence.
 */
export async function verifyVip(
  worker: WorkerContext,
  { wanted, vip }: VerifyRequest,
  signal: AbortSignal,
): Promise<Omit<VipProof, "heldAfterMs">> {
  const { holder, ...wire } = await verifyAnswered(worker, wanted.hosts, vip, signal);
  const writtenServerUuid = await verifyWrite(worker, wanted, vip, holder, signal);
  return {
    vipId: vip.id,
    address: vip.address,
    holderHostId: holder.host.hostId,
    holderHostName: holder.host.name,
    ...wire,
    writtenServerUuid,
  };
}

/** The part of the proof that the agents give: who holds the address, and who heard its answer. Throws as `verifyVip`. */
export async function verifyAnswered(
  worker: Agents,
  hosts: readonly WantedHost[],
  vip: Pick<Vip, "address" | "nics">,
  signal: AbortSignal,
): Promise<{ readonly holder: HostWord } & WireProof> {
  const holder = await verifyKernel(worker, hosts, vip.address, signal);
  return { holder, ...(await verifyWire(worker, hosts, vip, holder, signal)) };
}

async function verifyKernel(
  worker: Agents,
  hosts: readonly WantedHost[],
  address: string,
  signal: AbortSignal,
): Promise<HostWord> {
  const holding = await readHolding(worker, hosts, address, signal);
  const [holder, second] = holding.holders;
  if (second !== undefined)
    throw new StepFailure("failure.vip_two_holders", {
      params: { address, hosts: namesOf(holding.holders) },
      retryable: true,
    });
  if (holder === undefined)
    throw new StepFailure("failure.vip_not_held", {
      params: paramsWith({ address, seconds: 0 }, { reason: reasonOf(holding) }),
      retryable: true,
    });
  if (holding.silentHosts.length > 0) {
    const silent = holding.silentHosts.map((host) => host.name).join(", ");
    throw new StepFailure("failure.vip_host_silent", { params: { address, hosts: silent }, retryable: true });
  }
  return holder;
}

/** What the other hosts heard on the wire. */
type WireProof = Pick<VipProof, "macs" | "askedBy" | "notAskedBy">;

async function verifyWire(
  worker: Agents,
  hosts: readonly WantedHost[],
  vip: Pick<Vip, "address" | "nics">,
  holder: HostWord,
  signal: AbortSignal,
): Promise<WireProof> {
  const askers = hosts.filter((host) => host.hostId !== holder.host.hostId);
  const answers = await askWire(worker, askers, vip, signal);
  const own = new Set([...macsOf(holder.status.nics), ...holder.host.macs]);
  const wrong = answers.filter(
    (answer) => answer.macs.length === 0 || answer.macs.some((mac) => !own.has(mac)),
  );
  if (wrong.length > 0) {
    const macs = wrong.map((answer) => (answer.macs.length === 0 ? "-" : answer.macs.join(", "))).join("; ");
    const params = { host: holder.host.name, address: vip.address, macs, askers: namesOf(wrong) };
    throw new StepFailure("failure.vip_wire", { params, retryable: true });
  }
  if (askers.length > 0 && answers.length === 0) {
    const others = askers.map((host) => host.name).join(", ");
    const params = { host: holder.host.name, address: vip.address, hosts: others };
    throw new StepFailure("failure.vip_not_asked", { params, retryable: true });
  }
  const asked = answers.map((answer) => answer.host.name);
  return {
    macs: [...new Set(answers.flatMap((answer) => answer.macs))],
    askedBy: asked,
    notAskedBy: askers.map((host) => host.name).filter((name) => !asked.includes(name)),
  };
}

async function verifyWrite(
  worker: WorkerContext,
  wanted: WantedCluster,
  vip: Vip,
  holder: HostWord,
  signal: AbortSignal,
): Promise<string> {
  const account = await getAccount(worker.db, wanted.clusterId, "verify");
  const { address, port } = vip;
  // Behind the address is the holder's server: it is to show that server's certificate, and no other member's.
  const { members } = await worker.db.clusters.get(wanted.clusterId);
  const holding = members.find((member) => member.id === holder.host.member.memberId);
  if (holding === undefined)
    throw new StepFailure("failure.member_unknown", { params: { name: holder.host.name } });
  const { authority } = endpointOf(holding);
  const actual = await writeThrough({ address, port, authority }, account, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    const params = paramsWith({ address, port }, { reason: error.explanation });
    throw new StepFailure("failure.vip_write", { params, retryable: true, cause: error });
  });
  const { serverUuid, memberRole } = holder.status.mysql;
  if (actual === serverUuid && memberRole === "PRIMARY") return actual;
  const params = { address, actual, expected: serverUuid ?? "-" };
  throw new StepFailure("failure.vip_wrong_server", { params, retryable: true });
}

/** Writes one row and takes it away again; returns the uuid of the server that did. */
async function writeThrough(
  server: ServerEndpoint,
  account: Awaited<ReturnType<typeof getAccount>>,
  signal: AbortSignal,
): Promise<string> {
  const connection = await connectServer(server, account, signal);
  try {
    const values = [randomUUID()];
    const table = "`primacy`.`verify`";
    await connection.query(`INSERT INTO ${table} (id, server_uuid) VALUES (?, @@server_uuid)`, {
      signal,
      values,
    });
    const [row] = await connection.query(`SELECT server_uuid FROM ${table} WHERE id = ?`, { signal, values });
    await connection.query(`DELETE FROM ${table} WHERE id = ?`, { signal, values });
    return String(row?.server_uuid ?? "");
  } finally {
    connection.close();
  }
}
