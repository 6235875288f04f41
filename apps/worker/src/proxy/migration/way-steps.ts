import { type Message, message, paramsWith, withPort } from "@primacy/contract";
import { type AddressPlace, judgeGap, writeEveryMs } from "@primacy/core/proxy";
import { endpointOf, getAccount } from "../../cluster-record/load-cluster";
import { findPrimaryMember, lookThrough, nameOfMember } from "../../endpoint/look-through";
import { defineStep, type StepOutcome } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { poll } from "../../operation/poll";
import { awaitAcks, beginProbe, findProbe } from "./gap-probe";
import { Place } from "./step-inputs";

/** What a client has to have seen before and after for the time between to say something. */
const enoughAcks = 20;
const acksLimitMs = 20_000;
/** Longer than the Keepalived that start later need to take the address away again. */
const steadyMs = 5_000;
const steadyLimitMs = 60_000;

/** Begins to write through the address, and sees that it works before anything is stopped. */
export const watchStep = defineStep<AddressPlace>({
  input: Place,
  timeoutMs: 60_000,
  undo: { kind: "nothing" },
  async execute(context, { migrationId, clusterId, address, port }, signal) {
    const { worker } = context;
    const endpoint = withPort(address, port);
    const primary = await findPrimaryMember(worker, clusterId, signal);
    if (primary === null) throw noWrites(endpoint, message("why.no_answer"));
    const probe = await beginProbe(migrationId, {
      server: { address, port, authority: endpointOf(primary).authority },
      account: await getAccount(worker.db, clusterId, "verify"),
      everyMs: writeEveryMs,
      signal: context.signal,
    });
    if (!(await awaitAcks(probe, enoughAcks, { limitMs: acksLimitMs, signal })))
      throw noWrites(endpoint, probe.lastReason);
    return {
      kind: "done",
      detail: message("detail.migration_writes", { endpoint, member: nameOfMember(primary) }),
    };
  },
});

/** Sees that writes come through again, and says for how long they did not. */
export const measureStep = defineStep<AddressPlace>({
  input: Place,
  timeoutMs: 60_000,
  undo: { kind: "nothing" },
  async execute(_context, { migrationId, address, port }, signal): Promise<StepOutcome> {
    const unknown = {
      kind: "done",
      detail: message("detail.migration_gap_unknown"),
      output: { gap: null },
    } as const;
    const probe = findProbe(migrationId);
    if (probe === null) return unknown;
    const isSteady =
      probe.isStopped || (await awaitAcks(probe, enoughAcks, { limitMs: acksLimitMs, signal }));
    if (!isSteady) throw noWrites(withPort(address, port), probe.lastReason);
    const gap = judgeGap(await probe.stop(), writeEveryMs);
    if (gap === null) return unknown;
    const { gapMs, errorMs, writes, failed } = gap;
    return {
      kind: "done",
      detail: message("detail.migration_gap", { gapMs, errorMs, writes, failed }),
      output: { gap },
    };
  },
});

function noWrites(endpoint: string, reason: Message | null): StepFailure {
  const params = paramsWith(
    { endpoint, limitMs: acksLimitMs },
    { reason: reason ?? message("why.no_answer") },
  );
  return new StepFailure("failure.migration_no_writes", { params });
}

/** Sees that the address leads to the primary, and that no Keepalived takes it elsewhere a moment later. */
export const proveStep = defineStep<AddressPlace>({
  input: Place,
  timeoutMs: steadyLimitMs + 15_000,
  undo: { kind: "nothing" },
  async execute({ worker }, { clusterId, address, port }, signal) {
    const endpoint = withPort(address, port);
    let sinceMs: number | null = null;
    let last = message("why.no_answer");
    const seen = await poll({ everyMs: 250, limitMs: steadyLimitMs, signal }, async () => {
      const primary = await findPrimaryMember(worker, clusterId, signal);
      const sight = await lookThrough(worker, clusterId, { address, port }, primary, signal);
      if (sight.kind === "reached" && sight.isPrimary) {
        sinceMs ??= performance.now();
        return performance.now() - sinceMs >= steadyMs ? sight : null;
      }
      sinceMs = null;
      last =
        sight.kind === "unreached"
          ? sight.reason
          : message("why.proxy_wrong_server", { member: nameOfMember(sight.member) });
      return null;
    });
    if (seen === null)
      throw new StepFailure("failure.migration_unsteady", {
        params: paramsWith({ endpoint, steadyMs, limitMs: steadyLimitMs }, { reason: last }),
      });
    const leadsTo = nameOfMember(seen.member);
    const params = { endpoint, member: leadsTo, ms: Math.round(seen.connectMs) };
    return { kind: "done", detail: message("detail.proxy_proved", params), output: { leadsTo } };
  },
});
