import { randomUUID } from "node:crypto";
import type { Vip, VipProof } from "@primacy/contract";
import type { WantedCluster } from "@primacy/core/plan";
import { macsOf } from "../cluster/inspect-members";
import { getAccount } from "../cluster/load-cluster";
import type { WorkerContext } from "../context";
import { connectServer } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { StepFailure } from "../operation/failure";
import { askWire } from "./ask-wire";
import { type HostWord, namesOf, readHolding, reasonOf } from "./holders";

/** What proving needs to know. */
export interface VerifyRequest {
  readonly wanted: WantedCluster;
  readonly vip: Vip;
}

/**
 * Proves a VIP once: exactly one kernel has it, every other host gets that host's answer on the wire, and a write
 * through it arrives at that host's server, which is the primary. Throws `StepFailure` (retryable) with the first
 * thing that is not so.
 */
export async function verifyVip(
  worker: WorkerContext,
  { wanted, vip }: VerifyRequest,
  signal: AbortSignal,
): Promise<Omit<VipProof, "heldAfterMs">> {
  const holder = await verifyKernel(worker, wanted, vip.address, signal);
  const wire = await verifyWire(worker, wanted, vip, holder, signal);
  const writtenServerUuid = await verifyWrite(worker, wanted, vip, holder, signal);
  return {
    vipId: vip.id,
    address: vip.address,
    holderHostId: holder.host.hostId,
    holderHostName: holder.host.name,
    macs: [...wire.macs],
    askedBy: [...wire.askedBy],
    writtenServerUuid,
  };
}

async function verifyKernel(
  worker: WorkerContext,
  wanted: WantedCluster,
  address: string,
  signal: AbortSignal,
): Promise<HostWord> {
  const holding = await readHolding(worker, wanted.hosts, address, signal);
  const [holder, second] = holding.holders;
  if (holder === undefined)
    throw new StepFailure("failure.vip_not_held", {
      params: { address, seconds: 0, reason: reasonOf(holding) },
      retryable: true,
    });
  if (second !== undefined)
    throw new StepFailure("failure.vip_two_holders", {
      params: { address, hosts: namesOf(holding.holders) },
      retryable: true,
    });
  return holder;
}

async function verifyWire(
  worker: WorkerContext,
  wanted: WantedCluster,
  vip: Vip,
  holder: HostWord,
  signal: AbortSignal,
): Promise<{ readonly macs: readonly string[]; readonly askedBy: readonly string[] }> {
  const askers = wanted.hosts.filter((host) => host.hostId !== holder.host.hostId);
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
  return {
    macs: [...new Set(answers.flatMap((answer) => answer.macs))],
    askedBy: answers.map((answer) => answer.host.name),
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
  const actual = await writeThrough({ address, port }, account, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    const params = { address, port, reason: error.explanation.text };
    throw new StepFailure("failure.vip_write", { params, retryable: true, cause: error });
  });
  const { serverUuid, memberRole } = holder.status.mysql;
  if (actual === serverUuid && memberRole === "PRIMARY") return actual;
  const params = { address, actual, expected: serverUuid ?? "-" };
  throw new StepFailure("failure.vip_wrong_server", { params, retryable: true });
}

/** Writes one row and takes it away again; returns the uuid of the server that did. */
async function writeThrough(
  server: { readonly address: string; readonly port: number },
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
