import type { DrillFault } from "@primacy/contract";
import { expect, test } from "vitest";
import { judgeSessions } from "./check-sessions";
import type { DrillSnapshot } from "./drill-snapshot";

const way: DrillSnapshot["ways"][number] = {
  endpoint: { address: "10.0.0.100", port: 3306 },
  label: "10.0.0.100",
  isVip: true,
  sight: { kind: "reached", member: "db1", isPrimary: true },
};

const judge = (
  fault: DrillFault,
  sessions: DrillSnapshot["sessions"],
  ways: DrillSnapshot["ways"] = [way],
): ReturnType<typeof judgeSessions> => {
  const request = { fault, endpoints: [], readEndpoints: [], observerHostId: null, objectiveMs: 30_000 };
  return judgeSessions({ request, ways, ...(sessions === undefined ? {} : { sessions }) });
};

test("four sessions a second for each endpoint, until the server looks for space, are less than what is free", () => {
  const full = { kind: "fill_disk", seconds: 20 } as const;
  expect(judge(full, { used: 10, most: 350 })).toMatchObject([{ result: "pass", params: { needed: 340 } }]);
  expect(judge(full, { used: 11, most: 350 })).toMatchObject([
    { result: "warn", evidence: "check.drill_sessions.warn", params: { used: 11, most: 350, least: 351 } },
  ]);
  const needed = 4 * 2 * 180 + 20;
  expect(judge({ ...full, seconds: 120 }, { used: 0, most: 1_000 }, [way, way])).toMatchObject([
    { result: "warn", params: { needed } },
  ]);
});

test("nothing is said of another fault, nor where the primary tells nothing", () => {
  expect(judge({ kind: "stop_mysqld" }, { used: 10, most: 10 })).toEqual([]);
  expect(judge({ kind: "fill_disk", seconds: 60 }, undefined)).toEqual([]);
});
