import { joinMessages, type Message, message, paramsWith } from "@primacy/contract";
import type { VipStepBase, WantedHost } from "@primacy/core/plan";
import { z } from "zod";
import { loadCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import type { WireQuestion } from "../observe/ask-wire";
import { namesOf } from "../observe/holding";
import { defineStep, type StepExecutor } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { poll } from "../operation/poll";
import { BaseInput } from "../vip-provider/vip-inputs";

/** A plugin of the server gives an address up within 20 s of being unloaded. */
const limitMs = 30_000;
const everyMs = 200;

const ProofOutput = z.object({ askers: z.string() });

/** `reason` null: every kernel was seen without the address, and every host asked the wire and heard nobody. */
interface FreeSight {
  readonly reason: Message | null;
  readonly askers: string;
}

/**
 * The proof between two owners: waits, 30 s at most, until all kernels are without an address and no machine answers any host for it. A
 * host of which that is not known counts against it. Throws `StepFailure` `vip_not_free`. The same holds where the step is taken back,
 * before what comes earlier gets the address again.
 */
export const proveFreeStep: StepExecutor<VipStepBase> = defineStep<VipStepBase, object>({
  input: BaseInput,
  timeoutMs: limitMs + 15_000,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    async undo(context, input, _record, signal) {
      // Where the proof was not given, nothing behind it has begun.
      if (await wasProvenFree(context)) await proveFree(context, input, signal);
    },
  },
  async execute(context, input, signal) {
    const askers = await proveFree(context, input, signal);
    return { kind: "done", detail: message("detail.vip_free", { askers }), output: { askers } };
  },
});

/** Whether the step of this operation has given its proof: only then may the other owner have the address. */
export async function wasProvenFree({
  listOutputs,
}: Pick<OperationContext, "listOutputs">): Promise<boolean> {
  return (await listOutputs("vip.prove_free", ProofOutput)).length > 0;
}

/** The names of the hosts that asked. */
async function proveFree(
  { worker }: Pick<OperationContext, "worker">,
  { clusterId, address, previous }: VipStepBase,
  signal: AbortSignal,
): Promise<string> {
  const { wanted } = await loadCluster(worker.db, clusterId);
  const question = { address, nics: previous?.nics ?? {} };
  let reason: Message = joinMessages([]);
  const askers = await poll({ everyMs, limitMs, signal }, async () => {
    const sight = await lookFree(worker, wanted.hosts, question, signal);
    reason = sight.reason ?? reason;
    return sight.reason === null ? sight.askers : null;
  });
  if (askers !== null) return askers;
  const params = paramsWith({ address, seconds: limitMs / 1000 }, { reason });
  throw new StepFailure("failure.vip_not_free", { params });
}

/** Looks once. The wire is asked only when no kernel has the address any more, which costs nothing. */
export async function lookFree(
  worker: Pick<WorkerContext, "observer">,
  hosts: readonly WantedHost[],
  question: WireQuestion,
  signal: AbortSignal,
): Promise<FreeSight> {
  const holding = await worker.observer.readHolding(hosts, question.address, signal);
  if (holding.holders.length > 0) return heldBy(namesOf(holding.holders));
  if (holding.silentHosts.length > 0) return silent(holding.silentHosts);
  const heard = await worker.observer.askWire(hosts, question, signal);
  const macs = [...new Set(heard.flatMap((word) => word.macs))];
  if (macs.length > 0) return heldBy(macs.join(", "));
  const deaf = hosts.filter(({ hostId }) => heard.every(({ host }) => host.hostId !== hostId));
  return deaf.length > 0 ? silent(deaf) : { reason: null, askers: namesOf(heard) };
}

function heldBy(hosts: string): FreeSight {
  return { reason: message("why.vip_held_by", { hosts }), askers: "" };
}

function silent(hosts: readonly WantedHost[]): FreeSight {
  const names = hosts.map(({ name }) => name).join(", ");
  return { reason: message("why.vip_hosts_silent", { hosts: names }), askers: "" };
}
