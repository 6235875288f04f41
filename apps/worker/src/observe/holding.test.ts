import type { WantedHost } from "@primacy/core/plan";
import { describe, expect, it } from "vitest";
import { hostOf, id, reasons, word } from "../testing/host-word.fixture";
import { type HostWord, reasonOf } from "./holding";

function reasonIn(words: readonly HostWord[], silent: readonly WantedHost[] = []): string {
  return reasonOf({ words, holders: [], silentHosts: silent }).text;
}

const textOf = (n: number): string => reasons[n - 1]?.text ?? "";

describe("why nobody holds an address", () => {
  it("is said by the agent beside the primary where it is no read VIP", () => {
    expect(reasonIn([word(2), word(1), word(3)])).toBe(textOf(1));
  });
  it("is said by the agent that a read VIP was given to, as the primary's copy of the table has it", () => {
    expect(reasonIn([word(3, id(2)), word(1, id(3)), word(2, id(2))])).toBe(textOf(3));
    expect(reasonIn([word(1), word(2, id(3)), word(3, id(3))])).toBe(textOf(3));
  });
  it("is said by the agent beside the primary where nobody was given it yet, or that one is silent", () => {
    expect(reasonIn([word(2, null), word(1, null)])).toBe(textOf(1));
    expect(reasonIn([word(1, id(3)), word(2, id(3))], [hostOf(3)])).toBe(
      `${textOf(1)} The agents of db3 do not answer.`,
    );
  });
});
