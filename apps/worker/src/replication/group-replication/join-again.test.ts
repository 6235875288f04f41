import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StepFailure } from "../../operation/failure";
import { createRejoins } from "./join-again";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const joinAgain = vi.fn<() => Promise<void>>();
afterEach(() => {
  joinAgain.mockReset();
});

async function play(rejoins: ReturnType<typeof createRejoins>, states: readonly string[]): Promise<void> {
  for (const state of states) {
    await rejoins.note({ state: state as "OFFLINE" });
    vi.advanceTimersByTime(5_000);
  }
}

test("a member that is out of its group for 15 s is had to join again, once", async () => {
  const rejoins = createRejoins(joinAgain);
  await play(rejoins, ["OFFLINE", "OFFLINE", "OFFLINE"]);
  expect(joinAgain).not.toHaveBeenCalled();
  await play(rejoins, ["ERROR"]);
  expect(joinAgain).toHaveBeenCalledTimes(1);
  expect(rejoins.isLeft).toBe(false);
  await play(rejoins, ["ERROR", "ERROR", "ERROR", "ERROR", "ERROR"]);
  expect(joinAgain).toHaveBeenCalledTimes(1);
});

test("one that joins meanwhile is left alone, and its time begins again", async () => {
  const rejoins = createRejoins(joinAgain);
  await play(rejoins, ["OFFLINE", "OFFLINE", "RECOVERING", "OFFLINE", "OFFLINE", "OFFLINE"]);
  expect(joinAgain).not.toHaveBeenCalled();
  expect(rejoins.isLeft).toBe(true);
});

test("while its own attempt is under way it is asked again 15 s later; any other failure is told", async () => {
  const rejoins = createRejoins(joinAgain);
  joinAgain.mockRejectedValueOnce(new StepFailure("failure.member_join_running", { params: {} }));
  await play(rejoins, ["OFFLINE", "OFFLINE", "OFFLINE", "OFFLINE", "OFFLINE", "OFFLINE"]);
  expect(joinAgain).toHaveBeenCalledTimes(1);
  joinAgain.mockRejectedValueOnce(new StepFailure("failure.member_errant", { params: {} }));
  await expect(play(rejoins, ["OFFLINE", "OFFLINE", "OFFLINE"])).rejects.toMatchObject({
    code: "member_errant",
  });
});

test("where nobody has it join again, nothing is left to do", async () => {
  const rejoins = createRejoins(undefined);
  expect(rejoins.isLeft).toBe(false);
  await play(rejoins, ["OFFLINE", "OFFLINE", "OFFLINE", "OFFLINE"]);
});
