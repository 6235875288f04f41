import { expect, it } from "vitest";
import { Gate } from "./gate";

it("lets so many in at once, the next in the order in which they came, and none who has given up", async () => {
  const gate = new Gate(2);
  const never = new AbortController().signal;
  const giving = new AbortController();
  const inside: string[] = [];
  const enter = async (name: string, signal = never): Promise<() => void> => {
    const leave = await gate.enter(signal);
    inside.push(name);
    return leave;
  };
  const leaves = [await enter("a"), await enter("b")];
  const waiting = enter("c");
  const impatient = enter("d", giving.signal);
  const last = enter("e");
  await Promise.resolve();
  expect(inside).toEqual(["a", "b"]);
  giving.abort(new Error("ATTEMPT_TIMEOUT"));
  await expect(impatient).rejects.toThrow("ATTEMPT_TIMEOUT");
  for (const leave of leaves) leave();
  (await waiting)();
  await last;
  expect(inside).toEqual(["a", "b", "c", "e"]);
});
