import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { busyProgram } from "@primacy/host-acts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { waitFor } from "../../../testing/wait-for";
import { monotonicMs } from "../../../vip/address/types";
import { OwnHost } from "../../own-host";
import { findMarked } from "../marked-processes";
import { seeBusy } from "./busy-evidence";
import { BusyProcessors } from "./busy-processors";
import type { FaultOrder } from "./fault-kind";

const isLongRun = process.env.PRIMACY_LONG_RUN === "1";
const limitMs = 60_000;
const hourMs = 3_600_000;
const busy = new BusyProcessors(new OwnHost("db1"));
let actionId = "";

beforeEach(() => {
  actionId = randomUUID();
});
afterEach(async () => busy.undo(await prepare()));

async function prepare(forMs = hourMs): Promise<FaultOrder<"busy_processors">> {
  const fault = { name: "busy_processors", perProcessor: 1 } as const;
  return { actionId, undoAtMs: monotonicMs() + forMs, fault, undo: await busy.prepare() };
}
const listNames = async (): Promise<string[]> =>
  (await findMarked(actionId, null)).map((pid) => readFileSync(`/proc/${pid}/comm`, "utf8").trim());
const awaitNone = (): Promise<true> =>
  waitFor("none to be left", limitMs, async () => ((await listNames()).length === 0 ? true : null));

describe("busy processes", () => {
  test("are one for each processor, are seen to take them, and are gone once undone, as often as that is done", async () => {
    const order = await prepare();
    const { actedMs, seenMs, seen } = await busy.perform(order);
    const processors = availableParallelism();
    expect(await listNames()).toEqual(Array.from({ length: processors }, () => busyProgram));
    expect(seen).toMatchObject([
      { code: "operator.seen_busy", params: { count: processors, processors, leftMs: hourMs } },
      { code: "operator.seen_used" },
    ]);
    expect(Number(seen[1]?.params.percent)).toBeGreaterThan(0);
    expect(seenMs - actedMs).toBeGreaterThan(Number(seen[1]?.params.waitMs));
    expect(await busy.findLapse(order)).toBeNull();
    await busy.undo(order);
    expect(await listNames()).toEqual([]);
    await busy.undo(order);
    expect(await busy.findLapse(order)).toMatchObject({ params: { count: processors, runs: 0 } });
    expect(busy.listByHand()).toEqual([`pkill -KILL -x ${busyProgram}`]);
  });

  if (isLongRun)
    test("end at the deadline by themselves, with nobody to end them", async () => {
      const order = await prepare(8_000);
      await busy.perform(order);
      expect(monotonicMs()).toBeLessThan(order.undoAtMs);
      await awaitNone();
      // The clock that they look at is cut to whole seconds.
      expect(monotonicMs()).toBeGreaterThan(order.undoAtMs - 1_100);
    });

  test("are not begun past the deadline, and are no fault where not all of them run", async () => {
    await expect(busy.perform(await prepare(-1))).rejects.toMatchObject({
      told: { code: "operator.fault_late" },
    });
    await expect(seeBusy([], { count: 2, processors: 2 })).rejects.toMatchObject({
      told: { code: "operator.fault_not_busy", params: { count: 2, runs: 0 } },
    });
    expect(await listNames()).toEqual([]);
  });
});
