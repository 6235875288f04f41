import { expect, test } from "vitest";
import { untilAborted } from "./until-aborted";

const never = new Promise<string>(() => undefined);

test("work that ends is what is told, and so is what it throws", async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve("done"), signal)).toBe("done");
  await expect(untilAborted(Promise.reject(new Error("broken")), signal)).rejects.toThrow("broken");
});

test("work that hangs is waited for no longer than until the signal aborts", async () => {
  const ending = new AbortController();
  const waiting = untilAborted(never, ending.signal);
  ending.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  await expect(untilAborted(never, ending.signal)).rejects.toThrow("stopped");
});
