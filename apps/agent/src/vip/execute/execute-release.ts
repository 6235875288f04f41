import { type Message, type MessageCode, message, messageWith } from "@primacy/contract";
import type { ActErrorCode, KernelObservation, VipAction, VipInput, VipTarget } from "@primacy/core/vip";
import { tellError } from "../../message/told-error";
import type { AddressActuator } from "../address/types";
import type { ResetGate } from "../gate/types";
import type { SocketKiller } from "../sockets/types";
import { classifyActError, within } from "./execute-act";
import { judgeKernel } from "./observe-kernel";

/** A release. */
export type VipRelease = Extract<VipAction, { kind: "release" }>;

/** What a release needs besides itself; a host without a way to end connections releases without. */
export interface ReleaseParts {
  readonly actuator: AddressActuator;
  readonly gate: ResetGate;
  readonly killer: SocketKiller | null;
}

/**
 * Lets go of the address in the order that clients survive best: closed gate, ended connections (both only where they are
 * not to be left alone), deleted address, read back. A step that fails or takes too long is noted and passed by: nothing keeps the
 * address from being deleted. Reports exactly once and never rejects.
 */
export async function executeRelease(release: VipRelease, parts: ReleaseParts): Promise<VipInput> {
  const { target, limitsMs } = release;
  const problems: Message[] = [];
  const guarded = { address: target.address, ports: release.guardedPorts };
  const closed = await within(limitsMs.gate, parts.gate.close(guarded, release.tombstoneMs));
  if (closed?.kind !== "done") {
    problems.push(tellProblem("act.gate_not_closed", closed));
  }
  if (release.endsConnections) {
    const killed =
      parts.killer === null ? null : await within(limitsMs.kill, parts.killer.killFrom(target.address));
    if (killed?.kind !== "done") {
      const reason = parts.killer === null ? message("act.no_killer") : null;
      problems.push(tellProblem("act.connections_left", reason === null ? killed : { reason }));
    }
  }
  const deleted = await within(limitsMs.delete, deleteOwn(parts.actuator, target));
  if (deleted?.kind !== "deleted") {
    problems.push(tellProblem("act.address_left", deleted));
  }
  return {
    kind: "release-finished",
    actionId: release.actionId,
    remaining: await readBack(parts.actuator, target, problems),
    problems,
    errorCode: deleted === null ? "timeout" : deleted.kind === "failed" ? deleted.code : null,
  };
}

/** Null: it took longer than its limit. */
function tellProblem(code: MessageCode, failed: { readonly reason: Message } | null): Message {
  return messageWith(code, {}, { problem: failed?.reason ?? message("act.too_slow") });
}

type Deletion =
  | { readonly kind: "deleted" }
  | { readonly kind: "failed"; readonly code: ActErrorCode; readonly reason: Message };

async function deleteOwn(actuator: AddressActuator, target: VipTarget): Promise<Deletion> {
  try {
    if (judgeKernel(await actuator.listAddresses(), target).kind === "foreign") {
      return { kind: "deleted" };
    }
  } catch {
    // When the kernel cannot be asked, deleting what may be ours is the safe side.
  }
  const outcome = await actuator.executeRemove(target.nic, target.address, target.prefixLength);
  return outcome.kind === "done"
    ? { kind: "deleted" }
    : { kind: "failed", code: classifyActError(outcome.code), reason: outcome.reason };
}

async function readBack(
  actuator: AddressActuator,
  target: VipTarget,
  problems: Message[],
): Promise<KernelObservation> {
  try {
    return judgeKernel(await actuator.listAddresses(), target);
  } catch (error) {
    problems.push(tellProblem("act.not_read_back", { reason: tellError(error) }));
    // Not known to be gone counts as still there.
    return { kind: "own", expiresInMs: null };
  }
}
