import { randomUUID } from "node:crypto";
import type { HostAction } from "@primacy/contract/agent";
import { expect, test } from "vitest";
import { isPlaced, isSpent, isTakenBy, lockOf, needsDeadMan, outlivesBoot, planRecord } from "./order-rules";
import type { JournalRecord } from "./record";

const kill: HostAction = {
  kind: "fault",
  fault: { name: "kill_proxy", program: "haproxy", port: 3306, restarts: false },
};
const start = (service: string): HostAction => ({ kind: "service", service, act: "start" });

function recordOf(action: HostAction): ReturnType<typeof planRecord> {
  return planRecord(
    { clusterId: randomUUID(), grantedTo: { who: "ada", operationId: null } },
    {
      ...{ actionId: randomUUID(), bootId: randomUUID(), undoAtMs: 1, notAfterMs: 1, action },
      undo: { kind: "caches" },
    },
  );
}

test("a killed proxy and an act on its service wait for each other, and are not in force at once", () => {
  const actionId = randomUUID();
  const own = { action: start("haproxy"), actionId };
  expect(lockOf({ action: kill, actionId })).toBe(lockOf(own));
  expect(isTakenBy(recordOf(kill), own)).toBe(true);
  expect(isTakenBy(recordOf(start("haproxy")), { action: kill, actionId })).toBe(true);
});

test("a killed proxy leaves other services alone", () => {
  expect(isTakenBy(recordOf(kill), { action: start("keepalived"), actionId: randomUUID() })).toBe(false);
});

const service = (act: "start" | "stop" | "restart"): HostAction => ({
  kind: "service",
  service: "mysql",
  act,
});

test.each([
  [service("stop"), { kind: "service", before: "running" }, true],
  [service("start"), { kind: "service", before: "stopped" }, true],
  [service("stop"), { kind: "service", before: "stopped" }, false],
  [service("start"), { kind: "service", before: "running" }, false],
  // It is down meanwhile.
  [service("restart"), { kind: "service", before: "running" }, true],
  [
    { kind: "file", path: "/etc/my.cnf", expects: null, text: "" },
    { kind: "file", beforeSha256: null, afterSha256: "a".repeat(64) },
    true,
  ],
  [kill, { kind: "caches" }, true],
  [
    { kind: "fault", fault: { name: "cut", peers: null, spares: [], drops: "both" } },
    { kind: "caches" },
    false,
  ],
  [{ kind: "caches" }, { kind: "caches" }, false],
] as const satisfies [HostAction, JournalRecord["undo"], boolean][])(
  "the deadline of %j before which %j was is kept without a host operator: %s",
  (action, undo, isKept) => expect(needsDeadMan({ action, undo })).toBe(isKept),
);

test("an act whose order cannot come again is forgotten, but never a library or a drop-in that was kept", () => {
  const folder = "/usr/lib/mysql/plugin/";
  const library = recordOf({ kind: "library", folder, sha256: "a".repeat(64) });
  const spent = (record: ReturnType<typeof recordOf>, nowMs: number): boolean =>
    isSpent(record, record.bootId, nowMs);
  expect([spent(library, 1), spent(library, 2), isSpent(library, "another boot", 1)]).toEqual([
    ...[false, true, true],
  ]);
  const kept = { ...library, state: "kept" as const };
  expect([spent(kept, 2), isSpent(kept, "another boot", 2)]).toEqual([false, false]);
  const dropIn = { ...recordOf({ kind: "capabilities", unit: "mysql.service" }), state: "kept" as const };
  expect([spent(dropIn, 2), outlivesBoot(dropIn.action), isPlaced(dropIn.action)]).toEqual([
    false,
    true,
    true,
  ]);
  const others = {
    kind: "capabilities",
    file: "/f",
    sha256: "a".repeat(64),
    wasThere: true,
    hadFolder: true,
  } as const;
  expect(spent({ ...dropIn, undo: others }, 2)).toBe(true);
  expect(spent({ ...recordOf(start("mysql")), state: "kept" }, 2)).toBe(true);
});
