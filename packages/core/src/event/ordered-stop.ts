import { message, type Operation } from "@primacy/contract";
import type { EventDraft } from "./draft";

/** A picture is made within moments of a change; an operation may be over by then. */
const lateMs = 10_000;

/**
 * True where a member is out of its group now, its server silent, or its host without an address that it held: somebody may
 * have ordered what leads to that.
 */
export function isDeparture({ kind, detail, tone }: EventDraft): boolean {
  if (kind === "member_state_changed") return detail.state === "OFFLINE";
  if (kind === "vip_released") return tone !== "ok";
  return kind === "member_left" || kind === "database_lost";
}

/** The steps that take a member out of its group. */
const stopCodes = ["member.stop", "restart.member"] as const;
type StopCode = (typeof stopCodes)[number];

/**
 * The events as they were meant: the departure of a member that one of these operations stops or restarts, or did so just
 * now, is no failure. A member that went by itself is one.
 */
export function tellOrderedStops<E extends EventDraft>(
  events: readonly E[],
  operations: readonly Pick<Operation, "steps">[],
  nowMs: number,
): readonly E[] {
  const steps = operations.flatMap((operation) => operation.steps);
  const stopping = steps.flatMap(({ code, hostId, startedAt, finishedAt }) => {
    const isLately = startedAt !== null && (finishedAt === null || nowMs - Date.parse(finishedAt) <= lateMs);
    const by = stopCodes.find((one) => one === code);
    // What has come back after its restart and goes again goes by itself.
    const isOver = by === "restart.member" && finishedAt !== null;
    return hostId !== null && isLately && by !== undefined && !isOver ? [{ hostId, by }] : [];
  });
  return events.map((event) => {
    const step = isDeparture(event) ? stopping.find(({ hostId }) => hostId === event.hostId) : undefined;
    return step === undefined ? event : tellOrdered(event, step.by);
  });
}

function tellOrdered<E extends EventDraft>(event: E, by: StopCode): E {
  const { params } = event.message;
  if (event.kind === "vip_released") return { ...event, tone: "ok" };
  if (event.kind === "database_lost" && by === "restart.member")
    return { ...event, tone: "warning", message: message("event.database_lost_restart", params) };
  // While its Group Replication stops, a server may answer nobody for seconds.
  if (event.kind === "database_lost")
    return { ...event, tone: "warning", message: message("event.database_lost_ordered", params) };
  const said = event.kind === "member_left" ? "event.member_left_ordered" : "event.member_stopped_ordered";
  return { ...event, tone: "ok", message: message(said, params) };
}
