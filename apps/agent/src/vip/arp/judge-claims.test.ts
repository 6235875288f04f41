import { describe, expect, test } from "vitest";
import { judgeHolders } from "./judge-claims";

const answer = (mac: string, askedAtMs: number) => ({ mac, atMs: askedAtMs + 1, askedAtMs });
const announcement = (mac: string, atMs: number) => ({ mac, atMs, askedAtMs: null });

describe("who has an address, by what was heard in one window", () => {
  test("nobody was heard: nobody, as of the begin", () => {
    expect(judgeHolders([], 100)).toEqual({ macs: [], askedAtMs: 100 });
  });

  test("one who answers every request has it", () => {
    const claims = [answer("a", 100), answer("a", 100), answer("a", 300)];
    expect(judgeHolders(claims, 100)).toEqual({ macs: ["a"], askedAtMs: 300 });
  });

  test("one after the other is a move, however the new owner was heard first", () => {
    expect(judgeHolders([answer("a", 100), answer("b", 300)], 100)).toEqual({ macs: ["b"], askedAtMs: 300 });
    const announced = [answer("a", 100), announcement("b", 150)];
    expect(judgeHolders(announced, 100)).toEqual({ macs: ["b"], askedAtMs: 150 });
    expect(judgeHolders([...announced, answer("b", 300)], 100)).toEqual({ macs: ["b"], askedAtMs: 300 });
  });

  test("two who answer one request both have it, also when one of them misses the other request", () => {
    const both = [answer("b", 100), answer("a", 100)];
    expect(judgeHolders(both, 100)).toEqual({ macs: ["a", "b"], askedAtMs: 100 });
    expect(judgeHolders([...both, answer("a", 300)], 100).macs).toEqual(["a", "b"]);
  });
});
