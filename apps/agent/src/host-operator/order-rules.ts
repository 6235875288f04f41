import { message, messageWith } from "@primacy/contract";
import type { HostAction, HostFault, HostOperatorAnswer } from "@primacy/contract/agent";
import { tellError } from "../message/told-error";
import type { ReadFile } from "./acts/file-act";
import { keepAction } from "./kept-action";
import { type JournalRecord, targetOf } from "./record";
import { OperatorRefusal } from "./refusal";

/** What an answer tells of a file. */
export function describeFile({
  text,
  sha256,
  mode,
}: ReadFile): Extract<HostOperatorAnswer, { kind: "file" }>["file"] {
  return { text, sha256, mode };
}

/** Two programs do not meet each other; two acts on one service or file would. A fault of a service is an act on it. */
export function lockOf({
  action,
  actionId,
}: Pick<JournalRecord, "actionId"> & { readonly action: HostAction }): string {
  if (action.kind === "process") return actionId;
  return `${isOnService(action) ? "service" : action.kind} ${targetOf(action)}`;
}

function isOnService(action: HostAction | JournalRecord["action"]): boolean {
  return action.kind === "fault" && faultedService(action.fault) !== null;
}

/** The service that the undo of a fault starts; null: none. A program of a proxy is named as its service is. */
function faultedService(fault: HostFault): string | null {
  if ("service" in fault) return fault.service;
  return fault.name === "kill_proxy" ? fault.program : null;
}

/** Whether an act would meet one that is in force: a server is known by its service, or by its port alone. */
export function isTakenBy(one: JournalRecord, asked: Parameters<typeof lockOf>[0]): boolean {
  const port = portOf(asked.action);
  return lockOf(one) === lockOf(asked) || (port !== null && port === portOf(one.action));
}

function portOf(action: HostAction | JournalRecord["action"]): number | null {
  return action.kind === "fault" && "port" in action.fault ? action.fault.port : null;
}

/** An order that comes again may have another deadline: it is known by what it does. */
export function isSameAct(
  known: Pick<JournalRecord, "clusterId" | "action">,
  clusterId: string,
  action: HostAction,
): boolean {
  return known.clusterId === clusterId && JSON.stringify(known.action) === JSON.stringify(keepAction(action));
}

/**
 * What is undone at its deadline also where no host operator lives. The kernel ends a cut by itself, and a service that is as it was before needs
 * nobody; one that is restarted is down meanwhile.
 */
export function needsDeadMan({
  action,
  undo,
}: Pick<JournalRecord, "undo"> & { readonly action: HostAction }): boolean {
  if (action.kind === "fault") return action.fault.name !== "cut";
  if (action.kind === "service") return action.act === "restart" || !leavesNothing(action, undo);
  return action.kind === "file";
}

/** What it did is still there after a reboot: a file's content, a library, a drop-in, or the file that fills a disk. All else ends with the boot. */
export function outlivesBoot(action: HostAction | JournalRecord["action"]): boolean {
  return isPlaced(action) || (action.kind === "fault" && action.fault.name === "fill_disk");
}

/**
 * An act of an earlier boot that ended with it, as it is noted then; null: it stays as it is. Whether a service is as before shows once this boot has
 * started what it starts, and until then nobody knows how far its act is.
 */
export function noteAfterBoot(record: JournalRecord): JournalRecord | null {
  if (record.action.kind !== "service" && !isOnService(record.action))
    return { ...record, state: "undone", reason: message("operator.boot") };
  if (record.state === "undo_failed") return null;
  return { ...record, state: "planned", reason: message("operator.boot_pending") };
}

/** True of an act on a service, or a fault of one, that was in force when the host was rebooted. */
export function isServiceLeft(
  { bootId, action }: Pick<JournalRecord, "bootId" | "action">,
  presentBootId: string,
): boolean {
  return bootId !== presentBootId && (action.kind === "service" || isOnService(action));
}

/** What is left of an act to be undone in this boot: what kept a service down ended with the earlier one, so that of its fault a stopped service is left. */
export function asOfBoot(record: JournalRecord, presentBootId: string): JournalRecord {
  const { bootId, action } = record;
  const service = action.kind === "fault" ? faultedService(action.fault) : null;
  if (bootId === presentBootId || service === null) return record;
  return {
    ...record,
    action: { kind: "service", service, act: "stop" },
    undo: { kind: "service", before: "running" },
  };
}

/** Throws OperatorRefusal where an act cannot be kept as it is now. */
export function requireKeepable(record: JournalRecord, presentBootId: string): void {
  if (["process", "fault"].includes(record.action.kind))
    throw new OperatorRefusal(message("operator.not_kept"));
  // What it made of the service ended with that boot.
  if (isServiceLeft(record, presentBootId)) throw new OperatorRefusal(message("operator.boot"));
  if (record.state !== "acted") throw new OperatorRefusal(message("operator.not_undoable"));
}

/** What stays where it was put, and can be put back also once it was kept. */
export function isPlaced({ kind }: Pick<HostAction, "kind">): boolean {
  return kind === "file" || isOnlyKnownHere({ kind });
}

/** What only the record of its act takes away, however long after. */
function isOnlyKnownHere({ kind }: Pick<HostAction, "kind">): boolean {
  return kind === "library" || kind === "capabilities";
}

/** True of an act that may be forgotten: its order cannot come again, and it is no library and no drop-in that was kept. */
export function isSpent(
  {
    state,
    action,
    undo,
    bootId,
    notAfterMs,
  }: Pick<JournalRecord, "state" | "action" | "undo" | "bootId" | "notAfterMs">,
  presentBootId: string,
  nowMs: number,
): boolean {
  const isOthers = undo.kind === "capabilities" && undo.wasThere;
  const isNeeded = state === "kept" && isOnlyKnownHere(action) && !isOthers;
  return !isNeeded && (bootId !== presentBootId || notAfterMs < nowMs);
}

/** An act as the journal has it before it begins. */
export function planRecord(
  { clusterId, grantedTo }: Pick<JournalRecord, "clusterId" | "grantedTo">,
  {
    action,
    ...rest
  }: Pick<JournalRecord, "actionId" | "bootId" | "undoAtMs" | "notAfterMs" | "undo"> & {
    readonly action: HostAction;
  },
): JournalRecord {
  const startedAt = new Date().toISOString();
  return {
    ...rest,
    clusterId,
    grantedTo,
    state: "planned",
    startedAt,
    reason: null,
    action: keepAction(action),
  };
}

/** A service that is as it was before has nothing to undo, nor has a unit with a drop-in that was there; and neither have caches. */
export function leavesNothing(action: HostAction, undo: JournalRecord["undo"]): boolean {
  if (undo.kind === "capabilities") return undo.wasThere;
  if (action.kind !== "service" || undo.kind !== "service") return undo.kind === "caches";
  return undo.before === (action.act === "stop" ? "stopped" : "running");
}

/** Nothing has begun yet: a backup that does not fit on the disk is no other case than a record that does not. */
export function refuseUnprepared(error: unknown): never {
  if (error instanceof OperatorRefusal) throw error;
  if (error instanceof Error && "code" in error && error.code === "ENOSPC") refuseUnwritten(error);
  throw new OperatorRefusal(messageWith("operator.failed", {}, { reason: tellError(error) }));
}

/** The journal has no room for an act, so that it does not begin. Throws OperatorRefusal. */
export function refuseUnwritten(error: unknown): never {
  throw new OperatorRefusal(messageWith("operator.journal", {}, { reason: tellError(error) }));
}
