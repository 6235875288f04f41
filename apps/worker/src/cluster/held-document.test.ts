import { unheard } from "@primacy/core/plan";
import { expect, test } from "vitest";
import { AcceptedHashes } from "./held-document";

test("a hash that an agent answered for what it was told is not taken for other content", () => {
  const accepted = new AcceptedHashes();
  const held = { ...unheard("a"), documentHash: "of another release" };
  expect(accepted.settle(held)).toEqual(held);
  accepted.note("of another release");
  expect(accepted.settle(held).documentHash).toBeNull();
  expect(accepted.settle({ ...held, documentHash: "of other content" }).documentHash).toBe(
    "of other content",
  );
});

test("of many answers the newest are kept", () => {
  const accepted = new AcceptedHashes();
  for (let n = 0; n < 150; n += 1) accepted.note(`hash ${n}`);
  const settled = (n: number): string | null =>
    accepted.settle({ ...unheard("a"), documentHash: `hash ${n}` }).documentHash;
  expect([settled(0), settled(149)]).toEqual(["hash 0", null]);
});
