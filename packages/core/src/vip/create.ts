import { IncarnationId } from "@primacy/contract/agent";
import { describeConfigProblem } from "./config-check";
import type { PersistedVip, VipConfig, VipState } from "./types";

/** What the shell knows at start. */
export interface VipStart {
  readonly config: VipConfig;
  /** Null on a first start, or when the stored record is of another VIP. */
  readonly persisted: PersistedVip | null;
  /** Random, new at each start of the agent; an `IncarnationId` of the agent protocol. */
  readonly incarnationId: string;
  readonly nowMs: number;
}

/**
 * The state at the start of an agent: INIT, without evidence, proof or generation, whatever was known before.
 * Maintenance, a block that needs an operator, and the tombstone's deadline are taken over. Throws RangeError for an
 * incarnation that the peers would refuse in a nonce: without their answers no proof but time would be left.
 */
export function createVipState(start: VipStart): VipState {
  const { config, nowMs } = start;
  if (!IncarnationId.safeParse(start.incarnationId).success)
    throw new RangeError("incarnationId: 16 to 40 letters and digits");
  const persisted = start.persisted?.vipId === config.vipId ? start.persisted : null;
  const blocked = persisted !== null && persisted.epoch === config.epoch ? persisted.blocked : null;
  return {
    config,
    configProblem: describeConfigProblem(config),
    incarnationId: start.incarnationId,
    gen: 1,
    phase: { status: "INIT", adoptUntilMs: null },
    evidence: null,
    evidenceFloorMs: nowMs,
    probe: { running: null, older: [], parked: [], lastAskedMs: nowMs, wantedMs: nowMs, lastFailure: null },
    role: null,
    kernel: null,
    kernelChangedAtMs: nowMs,
    link: null,
    group: null,
    peersSeen: {},
    acknowledgedAtMs: {},
    fences: {},
    inFlight: null,
    requests: {},
    strangers: { running: null, nextAtMs: nowMs, clearAtMs: null, problem: null, foundAtMs: [] },
    maintenance: persisted?.maintenance ?? "off",
    standingBlock: blocked === null ? null : { ...blocked, detail: null, retryAtMs: null },
    pendingConfig: null,
    cooldownUntilMs: nowMs,
    tombstoneUntilMs: persisted?.tombstoneUntilMs ?? null,
    vanishedAtMs: [],
    refusal: null,
    peerProofWaitMs: {},
    persisted: persisted ?? {
      vipId: config.vipId,
      epoch: -1,
      maintenance: "off",
      blocked: null,
      tombstoneUntilMs: null,
    },
    lastStepMs: nowMs,
    nextId: 1,
    attempts: 0,
  };
}
