import { message, type PlacedDropIn, paramsWith } from "@primacy/contract";
import type { HostActionRecord, PluginHost } from "@primacy/contract/agent";
import { listLacking } from "@primacy/core/greatdb-ha";
import type { CapabilitiesStepInput, CapableStepInput, RemovedDropIn, VipStepBase } from "@primacy/core/plan";
import { z } from "zod";
import { agentOf } from "../../cluster-record/load-cluster";
import { defineStep, type StepContext, type StepExecutor, type StepOutcome } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { dropInIdOf, isBack, openFilesFor, undoAfterMs } from "./operator-files";
import { reasonOf, takeAwayAll, undoPlaced } from "./placed-acts";
import { CapabilitiesInput, CapableInput, RemoveDropInsInput } from "./plugin-inputs";

const lookLimitMs = 20_000;

type RemoveStep = VipStepBase & { readonly dropIns: readonly RemovedDropIn[] };

/**
 * Has the host operator write the drop-in that gives a member's server its capabilities from its next start on. What it says and where it
 * lies is the host operator's own; taken back, exactly that file is gone, also by the host alone where this console is gone.
 */
export const capabilitiesStep: StepExecutor<CapabilitiesStepInput> = defineStep<
  CapabilitiesStepInput,
  object
>({
  input: CapabilitiesInput,
  timeoutMs: 120_000,
  maxAttempts: 3,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    undo: (context, input, _record, signal) => {
      const actionId = dropInIdOf(context, input.hostId);
      const act = { kind: "capabilities", actionId, code: "failure.plugin_capabilities_undo" } as const;
      return undoPlaced(context, act, input, signal);
    },
  },
  async execute(context, input, signal) {
    const session = await openFilesFor(context, input, signal, "capabilities");
    const { unit, hostName: host } = input;
    const order = { undoAfterMs, actionId: dropInIdOf(context, input.hostId) };
    // Ordered again, it tells what came of it.
    const record = await session.act({ kind: "capabilities", unit }, order, signal);
    if (!isBack(record) && record.state !== "undo_failed") return tell(record);
    throw new StepFailure("failure.plugin_capabilities", {
      params: paramsWith({ host, unit }, { reason: reasonOf(record) }),
    });
  },
});

/** Sees that the process which runs after the restart has what its unit was given. */
export const capableStep: StepExecutor<CapableStepInput> = defineStep<CapableStepInput>({
  input: CapableInput,
  timeoutMs: 60_000,
  maxAttempts: 3,
  undo: { kind: "nothing" },
  async execute(context, input, signal) {
    return judgeCapable(input, await look(context, input, signal));
  },
});

/** Deletes the drop-ins that the VIP brought, by the acts that wrote them. It never fails; what stays, and why, is in the log. */
export const removeDropInsStep: StepExecutor<RemoveStep> = defineStep<RemoveStep>({
  input: RemoveDropInsInput,
  timeoutMs: 120_000,
  onCancel: "finishes",
  undo: { kind: "nothing" },
  async execute(context, { clusterId, dropIns }, signal) {
    const gone = await takeAwayAll(context, "capabilities", { clusterId, placed: dropIns }, signal);
    return gone.length === 0
      ? { kind: "skipped", detail: message("detail.plugin_capabilities_none") }
      : { kind: "done", detail: message("detail.plugin_capabilities_removed", { hosts: gone.join(", ") }) };
  },
});

/** How such a look ends the step. Throws StepFailure where the server lacks something, or none or several run. */
export function judgeCapable(
  { hostName: host }: Pick<CapableStepInput, "hostName">,
  { server, serverCount }: Pick<PluginHost, "server" | "serverCount">,
): StepOutcome {
  if (server === null)
    throw new StepFailure("failure.plugin_capable_unseen", { params: { host, count: serverCount } });
  if (listLacking(server).length > 0) throw new StepFailure("failure.plugin_capable", { params: { host } });
  return { kind: "done", detail: message("detail.plugin_capable", { pid: server.pid }) };
}

/** What was kept at once was there already: it is not this operation's, and stays with the VIP's removal. */
function tell({ state, target: file, actionId }: HostActionRecord): StepOutcome {
  if (state === "kept") return { kind: "done", detail: message("detail.plugin_capabilities_same", { file }) };
  const output: Omit<PlacedDropIn, "hostId"> = { actionId, file };
  return { kind: "done", detail: message("detail.plugin_capabilities", { file }), output };
}

async function look(
  { worker }: StepContext,
  { hostId, port }: CapableStepInput,
  signal: AbortSignal,
): Promise<PluginHost> {
  const client = worker.agents.clientFor(agentOf(await worker.db.hosts.get(hostId), null));
  // Of the library nothing is asked here.
  return client.call("observePlugin", { port, pluginFolder: "/" }, { signal, timeoutMs: lookLimitMs });
}
