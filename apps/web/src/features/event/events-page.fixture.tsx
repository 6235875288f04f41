import { type ClusterEvent, message } from "@primacy/contract";
import { clusterId, idOf, showBeforeConsole } from "../vip/console-page.fixture";
import { EventsPage } from "./events-page";

const address = "10.77.0.100";

/** One of the crash of db1, at this second of the minute, known to the console so much later. */
function eventOf(
  cursor: number,
  second: string,
  lateMs: number,
  change: Pick<ClusterEvent, "kind" | "tone" | "message"> & Partial<ClusterEvent>,
): ClusterEvent {
  const at = `2026-11-22T05:00:${second}Z`;
  return {
    clusterId,
    cursor,
    at,
    seenBy: "host",
    seenByHostId: idOf(2),
    seenByHostName: "db2",
    recordedAt: new Date(Date.parse(at) + lateMs).toISOString(),
    hostId: null,
    memberId: null,
    vipId: null,
    detail: {},
    ...change,
  };
}

const console = { seenBy: "console", seenByHostId: null, seenByHostName: null } as const;
const db1 = { seenByHostId: idOf(1), seenByHostName: "db1" } as const;
const reason = { reason: message("reason.database_down").text, "reason:": "reason.database_down" };
const events: readonly ClusterEvent[] = [
  eventOf(9, "31.250", 0, {
    ...console,
    kind: "operation_finished",
    tone: "ok",
    message: message("event.member_rejoin", { member: "db1", outcome: "succeeded" }),
  }),
  eventOf(7, "10.730", 3_412, {
    kind: "wire_owner_changed",
    tone: "ok",
    message: message("event.wire_owner_changed", { address, macs: "db2 (02:00:00:00:00:12)" }),
    seenByHostId: idOf(3),
    seenByHostName: "db3",
  }),
  eventOf(6, "10.402", 38, {
    kind: "vip_taken",
    tone: "ok",
    message: message("event.vip_taken", { host: "db2", address }),
  }),
  eventOf(5, "10.211", 61, {
    kind: "primary_changed",
    tone: "ok",
    message: message("event.primary_changed", { member: "db2", previous: "db1" }),
  }),
  eventOf(3, "04.040", 24, {
    ...db1,
    kind: "vip_released",
    tone: "warning",
    message: message("event.vip_released_why", { host: "db1", address, ...reason }),
  }),
  eventOf(2, "04.001", 63, {
    ...db1,
    kind: "database_lost",
    tone: "failed",
    message: message("event.database_lost", { host: "db1" }),
  }),
  eventOf(8, "02.118", 4_900, {
    ...console,
    seenBy: "silence",
    kind: "agent_lost",
    tone: "warning",
    message: message("event.agent_lost", { host: "app1" }),
  }),
];

showBeforeConsole(
  () => ({ status: 200, body: { items: events, nextCursor: null } }),
  <EventsPage clusterId={clusterId} />,
);
