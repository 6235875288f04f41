import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { runBounded } from "./bounded";

const never = new AbortController().signal;

test("work that ends in time gives its value or its own failure", async () => {
  expect(await runBounded(1_000, [never], async () => 7)).toBe(7);
  const failure = new Error("own");
  await expect(runBounded(1_000, [never], () => Promise.reject(failure))).rejects.toBe(failure);
});

test("work past its time is told to stop, and its failure is the timeout whatever it says", async () => {
  let isTold = false;
  const work = runBounded(30, [never], async (signal) => {
    await delay(10_000, undefined, { signal }).catch(() => {
      isTold = true;
    });
    throw new Error("something else");
  });
  await expect(work).rejects.toMatchObject({ code: "step_timeout", retryable: true });
  expect(isTold).toBe(true);
});

test("an abort from outside is the failure, also when it came before the work", async () => {
  const reason = new Error("cancelled");
  const control = new AbortController();
  const work = runBounded(10_000, [never, control.signal], (signal) => delay(10_000, 0, { signal }));
  control.abort(reason);
  await expect(work).rejects.toBe(reason);
  let hasBegun = false;
  const late = runBounded(10_000, [AbortSignal.abort(reason)], async () => {
    hasBegun = true;
  });
  await expect(late).rejects.toBe(reason);
  expect(hasBegun).toBe(false);
});

test("work that does not listen is left behind 5 s after it was told", async () => {
  const startedMs = performance.now();
  await expect(runBounded(50, [never], () => new Promise(() => undefined))).rejects.toMatchObject({
    code: "step_timeout",
  });
  expect(performance.now() - startedMs).toBeGreaterThan(4_900);
});
