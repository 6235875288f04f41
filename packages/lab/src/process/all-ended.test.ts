import { describe, expect, it } from "vitest";
import { allEnded } from "./all-ended";

describe("allEnded", () => {
  it("returns what all came to", async () => {
    expect(await allEnded([Promise.resolve(1), "two", undefined])).toEqual([1, "two", undefined]);
  });

  it("fails only when nothing goes on any more, whichever failed", async () => {
    let end: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      end = resolve;
    });
    let isOver = false;
    const whole = allEnded([Promise.reject(new Error("one failed")), slow]);
    whole
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
      });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    end();
    await expect(whole).rejects.toThrow("one failed");
  });
});
