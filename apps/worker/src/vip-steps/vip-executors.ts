import { joinMessages, type Message, message, messageWith, paramsWith, VipProof } from "@primacy/contract";
import { findStepVip, type VipStep, type VipStepBase, type WantedHost } from "@primacy/core/plan";
import { z } from "zod";
import { loadCluster } from "../cluster-record/load-cluster";
import { reasonOf } from "../observe/holding";
import { defineStep, type ExecutorMap, type StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { providerExecutors } from "../vip-provider/providers";
import { restoreWanted } from "../vip-provider/restore-wanted";
import { BaseInput, ClusterInput } from "../vip-provider/vip-inputs";
import { awaitReleased, releasedLimitMs } from "./await-released";
import { isOwnAddress } from "./own-address";
import {
  dropSchema,
  ensureSchema,
  hasSchema,
  isGroupGone,
  leftBehind,
  listForeignTables,
} from "./schema-steps";
import { changeStep, disableStep, storeStep } from "./store-steps";
import { verifyVip } from "./verify-vip";

const heldLimitMs = 30_000;
/** For so long a read VIP that somebody holds is waited for on its preferred host: a turn of who assigns it, and the move. */
const preferredLimitMs = 8_000;
const verifyLimitMs = 20_000;
const everyMs = 200;

/** What `vip.await_held` found, for the result. */
export const HeldOutput = z.object({ heldAfterMs: z.number(), hostName: z.string() });
/** What `vip.verify` proved, for the result. */
export const VerifyOutput = VipProof.omit({ heldAfterMs: true });

type Nothing = Record<string, never>;
const nothing = z.object({});
const SchemaRecord = z.object({ existed: z.boolean() });

/** How each step of an operation on a VIP is done and taken back. */
export const vipExecutors: ExecutorMap<VipStep> = {
  "schema.ensure": defineStep<{ readonly clusterId: string }, z.output<typeof SchemaRecord>>({
    input: ClusterInput,
    timeoutMs: 30_000,
    maxAttempts: 3,
    undo: {
      kind: "recorded",
      record: SchemaRecord,
      prepare: async ({ worker }, { clusterId }, signal) => ({
        existed: await hasSchema(worker, clusterId, signal),
      }),
      async undo({ worker }, { clusterId }, { existed }, signal) {
        const vips = await worker.db.vips.listByCluster(clusterId);
        if (!existed && vips.length === 0) await dropSchema(worker, clusterId, signal);
      },
    },
    async execute({ worker }, { clusterId }, signal) {
      await ensureSchema(worker, clusterId, signal);
      return { kind: "done" };
    },
  }),
  "schema.drop": defineStep<{ readonly clusterId: string }, z.output<typeof SchemaRecord>>({
    input: ClusterInput,
    timeoutMs: 30_000,
    maxAttempts: 3,
    undo: {
      kind: "recorded",
      record: SchemaRecord,
      prepare: async ({ worker }, { clusterId }, signal) => ({
        existed:
          !(await isGroupGone(worker, clusterId, signal)) && (await hasSchema(worker, clusterId, signal)),
      }),
      async undo({ worker }, { clusterId }, { existed }, signal) {
        if (existed) await ensureSchema(worker, clusterId, signal);
      },
    },
    async execute({ worker }, { clusterId }, signal) {
      if (await isGroupGone(worker, clusterId, signal)) return { kind: "skipped", detail: leftBehind };
      const vips = await worker.db.vips.listByCluster(clusterId);
      const foreign = vips.length > 0 ? [] : await listForeignTables(worker, clusterId, signal);
      // Without a VIP the schema is not known to be Primacy's: somebody else's is no reason to keep the cluster.
      if (foreign.length > 0)
        return {
          kind: "skipped",
          detail: message("detail.schema_foreign", { tables: foreign.join(", ") }),
        };
      await dropSchema(worker, clusterId, signal);
      return { kind: "done" };
    },
  }),
  "vip.store": storeStep,
  "vip.change": changeStep,
  "vip.disable": disableStep,
  ...providerExecutors,
  "vip.await_held": defineStep<VipStepBase>({
    input: BaseInput,
    timeoutMs: heldLimitMs + 5_000,
    undo: { kind: "nothing" },
    execute: awaitHeld,
  }),
  "vip.await_released": defineStep<VipStepBase>({
    input: BaseInput,
    timeoutMs: releasedLimitMs + 5_000,
    undo: { kind: "nothing" },
    execute: awaitReleased,
  }),
  "vip.verify": defineStep<VipStepBase>({
    input: BaseInput,
    timeoutMs: verifyLimitMs + 10_000,
    undo: { kind: "nothing" },
    execute: verify,
  }),
  "vip.forget": defineStep<VipStepBase, Nothing>({
    input: BaseInput,
    timeoutMs: 10_000,
    undo: {
      kind: "recorded",
      record: nothing,
      prepare: async () => ({}),
      undo: ({ worker }, input) => restoreWanted(worker, input),
    },
    async execute({ worker }, input) {
      const { clusterId } = input;
      await worker.db.transact(worker.actor, async (unit) => {
        const vip = findStepVip(await unit.vips.listByCluster(clusterId), input);
        if (vip !== null) await unit.vips.remove(vip.id, null);
      });
      return { kind: "done" };
    },
  }),
};

type Outcome = Promise<{
  readonly kind: "done";
  readonly detail: ReturnType<typeof message>;
  readonly output?: unknown;
}>;

async function awaitHeld(context: StepContext, input: VipStepBase, signal: AbortSignal): Outcome {
  const { address, clusterId } = input;
  const { wanted, vips } = await loadCluster(context.worker.db, clusterId);
  const vip = findStepVip(vips, input);
  const stays = vip?.paused?.hostId ?? null;
  const findHost = (hostId: string | undefined): WantedHost | undefined =>
    wanted.hosts.find((host) => host.hostId === hostId);
  const preferred = stays === null ? findHost(vip?.reads?.preferredHostId) : undefined;
  const { host, heldAfterMs } = await awaitHolder(
    context,
    { hosts: wanted.hosts, address, preferred },
    signal,
  );
  if (stays !== null && host.hostId !== stays) {
    const params = { address, host: host.name, expected: findHost(stays)?.name ?? stays };
    throw new StepFailure("failure.vip_moved", { params });
  }
  const detail = describeHolder(host, address, preferred);
  return { kind: "done", detail, output: { heldAfterMs, hostName: host.name } };
}

interface HeldPlace {
  readonly hosts: readonly WantedHost[];
  readonly address: string;
  /** Whose turn it is where it may hold; undefined: any. */
  readonly preferred: WantedHost | undefined;
}

interface Holder {
  readonly host: WantedHost;
  readonly heldAfterMs: number;
}

/** The one host that holds the address: the preferred one, or who it is that has it when that one was waited for long enough. */
async function awaitHolder(
  context: StepContext,
  { hosts, address, preferred }: HeldPlace,
  signal: AbortSignal,
): Promise<Holder> {
  const begunAt = performance.now();
  let reason = joinMessages([]);
  const tell = async (next: Message, told: Message): Promise<null> => {
    if (next.text !== reason.text) await context.waitFor(told);
    reason = next;
    return null;
  };
  let last: Holder | null = null;
  const found = await poll({ everyMs, limitMs: heldLimitMs, signal }, async () => {
    const holding = await context.worker.observer.readHolding(hosts, address, signal);
    const [one] = holding.holders;
    if (one === undefined || holding.holders.length > 1) {
      const next = reasonOf(holding);
      return tell(next, messageWith("detail.nobody_holds_yet", { address }, { reason: next }));
    }
    const { host } = one;
    const passedMs = Math.round(performance.now() - begunAt);
    last = last?.host.hostId === host.hostId ? last : { host, heldAfterMs: passedMs };
    if (isIn(preferred, host) || passedMs > preferredLimitMs) return last;
    const next = describeHolder(host, address, preferred);
    return tell(next, next);
  });
  if (found !== null) return found;
  const params = paramsWith({ address, seconds: heldLimitMs / 1000 }, { reason });
  throw new StepFailure("failure.vip_not_held", { params });
}

function isIn(preferred: WantedHost | undefined, host: WantedHost): boolean {
  return preferred === undefined || preferred.hostId === host.hostId;
}

function describeHolder(host: WantedHost, address: string, preferred: WantedHost | undefined): Message {
  return preferred === undefined || isIn(preferred, host)
    ? message("detail.holder", { host: host.name, address })
    : message("detail.holder_not_preferred", { host: host.name, address, expected: preferred.name });
}

async function verify(context: StepContext, input: VipStepBase, signal: AbortSignal): Outcome {
  const { worker } = context;
  let last: StepFailure | null = null;
  const proof = await poll({ everyMs: 500, limitMs: verifyLimitMs, signal }, async () => {
    const loaded = await loadCluster(worker.db, input.clusterId);
    const vip = findStepVip(loaded.vips, input);
    if (vip === null) throw new StepFailure("failure.wanted_changed", { params: { address: input.address } });
    try {
      return await verifyVip(worker, { wanted: loaded.wanted, vip }, signal);
    } catch (error) {
      if (!(error instanceof StepFailure) || !error.retryable) throw error;
      if (last?.message !== error.message) await context.waitFor(error.explanation);
      last = error;
      return null;
    }
  });
  if (proof === null) throw last ?? new Error("vip.verify found nothing, and no reason");
  const { address, holderHostName: host } = proof;
  const words = proof.readServerUuid === undefined ? proofWords.write : proofWords.read;
  const isFromHolder = isOwnAddress(address);
  const atHome = isFromHolder ? [message(words.atHome, { host, address })] : [];
  for (const warning of atHome) await context.log("warning", warning);
  const params = {
    host: proof.holderHostName,
    address: proof.address,
    macs: proof.macs.join(", ") || "-",
    askers: proof.askedBy.join(", ") || "-",
  };
  const others = proof.notAskedBy.join(", ");
  const proved = others === "" ? message(words.proved, params) : message(words.partly, { ...params, others });
  // Whoever reads the step alone is told too that no other machine went through the address.
  const detail = joinMessages([proved, ...atHome]);
  return { kind: "done", detail, output: isFromHolder ? { ...proof, isFromHolder } : proof };
}

const proofWords = {
  write: {
    proved: "detail.proved",
    partly: "detail.proved_partly",
    atHome: "warning.written_at_home",
  },
  read: {
    proved: "detail.proved_read",
    partly: "detail.proved_read_partly",
    atHome: "warning.read_at_home",
  },
} as const;
