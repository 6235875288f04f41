import type { MemberState } from "@primacy/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRejoins } from "./join-again";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const joinAgain = vi.fn<() => Promise<boolean>>();
afterEach(() => {
  joinAgain.mockReset();
});

async function play(rejoins: ReturnType<typeof createRejoins>, states: readonly string[]): Promise<void> {
  for (const state of states) {
    await rejoins.note(state === "silent" ? null : (state as MemberState));
    vi.advanceTimersByTime(5_000);
  }
}

test("a member that is out of its group for 15 s is had to join again, once", async () => {
  const rejoins = createRejoins(joinAgain);
  joinAgain.mockResolvedValue(true);
  await play(rejoins, ["OFFLINE", "OFFLINE", "OFFLINE"]);
  expect(joinAgain).not.toHaveBeenCalled();
  await play(rejoins, ["ERROR"]);
  expect(joinAgain).toHaveBeenCalledTimes(1);
  expect(rejoins.isLeft).toBe(false);
  await play(rejoins, ["ERROR", "ERROR", "ERROR", "ERROR", "ERROR"]);
  expect(joinAgain).toHaveBeenCalledTimes(1);
});

test("a server that says nothing for a while has not said all the time that it is out", async () => {
  const rejoins = createRejoins(joinAgain);
  await play(rejoins, ["OFFLINE", "OFFLINE", "silent", "silent", "OFFLINE", "OFFLINE", "OFFLINE"]);
  expect(joinAgain).not.toHaveBeenCalled();
});

test("one that joins meanwhile is left alone, and its time begins again", async () => {
  const rejoins = createRejoins(joinAgain);
  await play(rejoins, ["OFFLINE", "OFFLINE", "RECOVERING", "OFFLINE", "OFFLINE", "OFFLINE"]);
  expect(joinAgain).not.toHaveBeenCalled();
  expect(rejoins.isLeft).toBe(true);
});

test("while it cannot join it is asked again 15 s later; a failure is told", async () => {
  const rejoins = createRejoins(joinAgain);
  joinAgain.mockResolvedValueOnce(false);
  await play(rejoins, ["OFFLINE", "OFFLINE", "OFFLINE", "OFFLINE", "OFFLINE", "OFFLINE"]);
  expect(joinAgain).toHaveBeenCalledTimes(1);
  expect(rejoins.isLeft).toBe(true);
  joinAgain.mockRejectedValueOnce(new Error("it has what the group lacks"));
  await expect(play(rejoins, ["OFFLINE", "OFFLINE", "OFFLINE"])).rejects.toThrow("what the group lacks");
});

test("where nobody has it join again, nothing is left to do", async () => {
  const rejoins = createRejoins(undefined);
  expect(rejoins.isLeft).toBe(false);
  await play(rejoins, ["OFFLINE", "OFFLINE", "OFFLINE", "OFFLINE"]);
});
