import { message, paramsWith } from "@primacy/contract";
import type { HostActionRecord } from "@primacy/contract/agent";
import {
  type KeepalivedTarget,
  type ParkInput,
  parkText,
  proxyFiles,
  type RestoreInput,
  unparkText,
} from "@primacy/core/proxy";
import { z } from "zod";
import { AgentFailure } from "../../agent-client/agent-failure";
import { loadCluster } from "../../cluster-record/load-cluster";
import type { OperatorSession } from "../../host-operator/operator-session";
import { defineStep, type StepContext } from "../../operation/executor";
import { findExplainedFailure, StepFailure } from "../../operation/failure";
import { poll } from "../../operation/poll";
import { lookReleased } from "../../vip-steps/await-released";
import { actOf, hashText, openSession, undoAfterMs } from "../haproxy/operator-acts";
import { serviceFailure } from "../haproxy/settle-service";
import { Park, Restore, Target } from "./step-inputs";

const path = proxyFiles.keepalived;
const service = "keepalived";
const limitMs = 180_000;
const awayMs = 20_000;
/** What does not like its configuration ends soon. */
const stayMs = 2_000;

/** The id of what a migration does on a host, always the same for the same thing. */
function actIn(
  { migrationId, hostId }: Pick<KeepalivedTarget, "migrationId" | "hostId">,
  what: string,
): string {
  return actOf({ proxyId: migrationId, hostId }, what);
}

/** Puts an idle configuration in the place of Keepalived's. Undone, it is as before, and Keepalived runs again where it ran. */
export const parkStep = defineStep<ParkInput, object>({
  input: Park,
  timeoutMs: limitMs,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    async undo(context, input, _record, signal) {
      const session = await openSession(context, input, signal);
      if (!(await unpark(session, input, input.migrationId, signal))) throw fileChanged(input);
      if (!input.isRunning || (await session.readService(service, signal)) === "running") return;
      await awaitAway(context, input, signal);
      await bring(session, input, "again", "start", signal);
    },
  },
  async execute(context, input, signal) {
    const session = await openSession(context, input, signal);
    const now = await session.readFile(path, signal);
    // The step runs again after a crash.
    if (now !== null && isParked(input, now.text)) return { kind: "done" };
    if (now === null || hashText(now.text) !== input.sha256) throw fileChanged(input);
    const text = parkText(input.address, now.text);
    const actionId = actIn(input, "park");
    const action = { kind: "file", path, expects: input.sha256, text } as const;
    expectDone(input, await session.act(action, { undoAfterMs, actionId }, signal));
    return { kind: "done" };
  },
});

/** Stops Keepalived for good: a host that would start it again by itself could take the address from an agent. */
export const stopStep = defineStep<KeepalivedTarget>({
  input: Target,
  timeoutMs: limitMs,
  // It is started again when its configuration is put back, which comes after the agents have let go.
  undo: { kind: "nothing" },
  async execute(context, input, signal) {
    await bring(await openSession(context, input, signal), input, "stop", "stop", signal);
    return { kind: "done" };
  },
});

/** Puts back the configuration from before the migration `recordId`. Undone, it is idle again. */
export const restoreStep = defineStep<RestoreInput, object>({
  input: Restore,
  timeoutMs: limitMs,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    async undo(context, input, _record, signal) {
      const session = await openSession(context, input, signal);
      const now = await session.readFile(path, signal);
      if (now === null || hashText(now.text) !== input.sha256) return;
      const text = parkText(input.address, now.text);
      const actionId = actIn(input, "park again");
      const action = { kind: "file", path, expects: input.sha256, text } as const;
      const done = await session.act(action, { undoAfterMs, actionId }, signal);
      expectDone(input, done);
      await session.keep(actionId, signal);
    },
  },
  async execute(context, input, signal) {
    const session = await openSession(context, input, signal);
    if (!(await unpark(session, input, input.recordId, signal))) throw fileChanged(input);
    return { kind: "done" };
  },
});

/** Starts Keepalived for good, and sees that it stays up. Undone, it is stopped. */
export const startStep = defineStep<KeepalivedTarget, object>({
  input: Target,
  timeoutMs: limitMs,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    async undo(context, input, _record, signal) {
      const session = await openSession(context, input, signal);
      if ((await session.readService(service, signal)) === "running")
        await bring(session, input, "stop again", "stop", signal);
    },
  },
  async execute(context, input, signal) {
    const session = await openSession(context, input, signal);
    const isRunning = (await session.readService(service, signal)) === "running";
    // One that a reboot has started reads its configuration anew.
    await bring(session, input, "start", isRunning ? "restart" : "start", signal);
    const gone = await poll({ everyMs: 500, limitMs: stayMs, signal }, async () =>
      (await session.readService(service, signal)) === "running" ? null : true,
    );
    if (gone !== null)
      throw new StepFailure("failure.proxy_service_ended", { params: { host: input.hostName, service } });
    return { kind: "done" };
  },
});

/** An act on the service that stays. What a worker before has ordered is not ordered again, and is kept. */
async function bring(
  session: OperatorSession,
  input: KeepalivedTarget,
  what: string,
  act: "start" | "stop" | "restart",
  signal: AbortSignal,
): Promise<void> {
  const actionId = actIn(input, what);
  const known = await session.find(actionId, signal);
  const isNew = known === null || known.state === "planned";
  const done = isNew
    ? await session.act({ kind: "service", service, act }, { undoAfterMs, actionId }, signal)
    : known;
  if (done.state === "acted") await session.keep(actionId, signal);
  else if (done.state !== "kept")
    throw serviceFailure(input.hostName, service, act === "stop" ? "stopped" : "running", done.reason);
}

/**
 * By the host's own backup, with mode and owner; where the host has forgotten that, by what stands in the file. False where somebody
 * has changed it since, and it is left as it is.
 */
async function unpark(
  session: OperatorSession,
  input: KeepalivedTarget & { readonly sha256: string },
  parkedBy: string,
  signal: AbortSignal,
): Promise<boolean> {
  const now = await session.readFile(path, signal);
  if (now === null) return false;
  if (hashText(now.text) === input.sha256) return true;
  const before = unparkText(input.address, now.text);
  if (before === null || hashText(before) !== input.sha256) return false;
  const parkId = actIn({ ...input, migrationId: parkedBy }, "park");
  const state = (await session.find(parkId, signal))?.state;
  if (state === "kept" || state === "acted") {
    const undone = await session.undo(parkId, signal);
    if (undone.state === "undone") return true;
  }
  const actionId = actIn(input, "unpark");
  const action = { kind: "file", path, expects: now.sha256, text: before } as const;
  expectDone(input, await session.act(action, { undoAfterMs, actionId }, signal));
  await session.keep(actionId, signal);
  return true;
}

function isParked({ address, sha256 }: ParkInput, text: string): boolean {
  const before = unparkText(address, text);
  return before !== null && hashText(before) === sha256;
}

function expectDone({ hostName: host }: KeepalivedTarget, { state, reason }: HostActionRecord): void {
  if (state === "acted" || state === "kept") return;
  const params = paramsWith({ host, path }, { reason: reason ?? message("why.no_answer") });
  throw new StepFailure("failure.proxy_file", { params });
}

function fileChanged({ hostName: host }: KeepalivedTarget): StepFailure {
  return new StepFailure("failure.migration_file_changed", { params: { host, path }, changedNothing: true });
}

/**
 * Waits until no agent has the address any more: two machines with it would be worse than none. Where Keepalived runs on one of the
 * hosts again, it is between them whose it is. Throws `StepFailure` after 20 s.
 */
async function awaitAway(context: StepContext, input: ParkInput, signal: AbortSignal): Promise<void> {
  const { worker } = context;
  const { address, clusterId, nics, hostName: host } = input;
  if (await isRunningAnywhere(context, input, signal)) return;
  const { wanted } = await loadCluster(worker.db, clusterId);
  let hosts = "-";
  const isFree = await poll({ everyMs: 200, limitMs: awayMs, signal }, async () => {
    const sight = await lookReleased(worker, wanted.hosts, { address, nics }, signal);
    if (sight.kind === "free") return true;
    hosts = sight.kind === "held" ? sight.by : sight.silent;
    return null;
  });
  if (isFree === true) return;
  const params = { hosts, address, host, seconds: awayMs / 1000 };
  throw new StepFailure("failure.migration_not_free", { params, retryable: true });
}

/** A host that does not answer is none on which it was seen to run. */
async function isRunningAnywhere(
  context: StepContext,
  input: ParkInput,
  signal: AbortSignal,
): Promise<boolean> {
  const states = await Promise.all(
    input.all.map(async ({ hostId }) => {
      try {
        const session = await openSession(context, { ...input, hostId }, signal);
        return await session.readService(service, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof AgentFailure) && findExplainedFailure(error) === null) throw error;
        return null;
      }
    }),
  );
  return states.includes("running");
}
