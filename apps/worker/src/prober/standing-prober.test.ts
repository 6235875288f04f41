import { message } from "@primacy/contract";
import { afterEach, expect, test } from "vitest";
import { type AttemptOutcome, judgeUnreached } from "./attempt-once";
import { StandingProber } from "./standing-prober";

const endpoint = {
  ...{ id: "11111111-1111-4111-8111-111111111111", address: "10.77.0.100", port: 3306 },
  ...{ name: "VIP", way: "write_vip" as const, lane: "write" as const },
};
const minute = Date.parse("2026-11-28T06:00:00.000Z");
const probers: StandingProber[] = [];
afterEach(async () => {
  await Promise.all(probers.splice(0).map((prober) => prober.stop()));
});

/** Tries as its clock is turned; the outcomes come in turn, and the last one stays. */
function begin(atMs: number, outcomes: readonly AttemptOutcome[] = [{ kind: "acked" }]) {
  let tried = 0;
  let wallMs = atMs;
  const attempt = async (): Promise<AttemptOutcome> => {
    const outcome = outcomes[Math.min(tried, outcomes.length - 1)];
    if (outcome === undefined) throw new Error("no outcome");
    tried += 1;
    return outcome;
  };
  const prober = new StandingProber(endpoint, attempt, () => wallMs);
  probers.push(prober);
  const until = (count: number) => expect.poll(() => tried, { timeout: 10_000, interval: 5 }).toBe(count);
  const turn = (ms: number): void => {
    wallMs = ms;
  };
  return { prober, until, turn };
}

test("the minute in which it begins is not counted, for another process may have stored its part of it", async () => {
  const { prober, until, turn } = begin(minute + 30_000);
  await until(1);
  expect(prober.take().minutes).toEqual([]);
  turn(minute + 65_000);
  await until(2);
  await expect.poll(() => prober.take().minutes).toMatchObject([{ minuteMs: minute + 60_000, attempts: 1 }]);
});

test("an outage is told of the minute in which it begins, too", async () => {
  const { prober, until } = begin(minute + 30_000, [{ kind: "failed", how: "unknown" }]);
  await until(1);
  await expect.poll(() => prober.take()).toMatchObject({ minutes: [], outages: [{ failed: 1 }] });
});

test("what it was told is kept in runs, by the clock of the process: a stranger was told nothing", async () => {
  const stranger: AttemptOutcome = { kind: "stranger", reason: message("prober.broken") };
  const beganMs = performance.now();
  const { prober, until } = begin(minute, [{ kind: "acked" }, { kind: "failed", how: "refused" }, stranger]);
  await until(3);
  const read = () => prober.listRuns(beganMs, performance.now());
  await expect.poll(() => read().runs).toHaveLength(3);
  const { label, lane, runs } = read();
  expect([label, lane]).toEqual(["VIP 10.77.0.100:3306", "write"]);
  expect(runs.map(({ tallies }) => tallies[0]?.outcome)).toEqual(["acked", "refused", "not_sent"]);
  expect(runs[0]?.fromMs).toBeGreaterThanOrEqual(beganMs);
  expect(prober.listRuns(0, beganMs - 1).runs).toEqual([]);
});

test("minutes that could not be stored are told again, however late", async () => {
  const { prober, until, turn } = begin(minute - 1_000);
  turn(minute + 5_000);
  await until(1);
  await expect.poll(() => prober.take().minutes).toHaveLength(1);
  turn(minute + 200_000);
  const caught = prober.take();
  prober.giveBack(caught);
  expect(prober.take().minutes).toMatchObject([{ minuteMs: minute, attempts: 1 }]);
  expect(prober.take().minutes).toEqual([]);
});

test("who answers without a known certificate is an obstacle until a write was acknowledged, and a failure after it", async () => {
  const stranger: AttemptOutcome = { kind: "stranger", reason: message("prober.broken") };
  const { prober, until, turn } = begin(minute - 1_000, [stranger, { kind: "acked" }, stranger]);
  turn(minute + 5_000);
  await until(1);
  await expect
    .poll(() => prober.take())
    .toMatchObject({ minutes: [], outages: [], obstacle: stranger.reason });
  await until(3);
  await expect
    .poll(() => prober.take())
    .toMatchObject({
      minutes: [{ attempts: 2, acked: 1 }],
      outages: [{ failed: 1 }],
      obstacle: stranger.reason,
    });
});

test.each([
  ["untrusted", "failure.mysql_untrusted", false, "stranger"],
  ["unverifiable", "why.endpoint_unverifiable", false, "obstacle"],
  ["silent", "failure.mysql_denied", false, "obstacle"],
  ["silent", "failure.mysql_denied", true, "stranger"],
  ["silent", "failure.mysql_unreachable", false, "failed"],
] as const)("a place that is %s by %s (unverified: %s) is told as %s", (why, code, isUnverified, kind) => {
  const reason = { ...message("prober.broken"), code };
  expect(judgeUnreached({ kind: "unreached", why, reason }, isUnverified).kind).toBe(kind);
});
