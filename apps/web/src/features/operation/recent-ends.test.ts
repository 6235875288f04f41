import type { OperationState, Tone } from "@primacy/contract";
import { expect, test } from "vitest";
import { chooseFollowed, followedMs, type KnownEnds, nextChangeMs, noteEnds } from "./recent-ends";

const of = (id: string, state: OperationState, clusterId: string | null = "c") => ({ id, state, clusterId });
const cluster = (tone: Tone, id = "c") => ({ id, tone });

/** What is followed after these lists, each with when it came; at the moment of the last. */
function followed(
  lists: readonly (readonly [atMs: number, operations: readonly ReturnType<typeof of>[]])[],
  clusters = [cluster("ok")],
  afterMs = 0,
): readonly string[] {
  let known: KnownEnds | null = null;
  for (const [atMs, operations] of lists) known = noteEnds(known, operations, atMs);
  const [atMs, operations] = lists.at(-1) ?? [0, []];
  return chooseFollowed(operations, known, clusters, atMs + afterMs).map(({ id }) => id);
}

test("an operation that had ended before the page looked is not followed", () => {
  expect(followed([[0, [of("a", "succeeded")]]])).toEqual([]);
  expect(
    followed([
      [0, [of("a", "succeeded")]],
      [1_000, [of("a", "succeeded")]],
    ]),
  ).toEqual([]);
});

test("whatever runs is followed, whatever is wrong", () => {
  const lists = [[0, [of("b", "running"), of("a", "queued"), of("z", "failed")]]] as const;
  expect(followed(lists, [cluster("failed")])).toEqual(["b", "a"]);
});

test("one that ended is followed for a short while, also where nobody saw it run", () => {
  const ran = [
    [0, [of("a", "running")]],
    [5_000, [of("a", "succeeded")]],
    [9_000, [of("a", "succeeded")]],
  ] as const;
  expect(followed(ran)).toEqual(["a"]);
  expect(followed(ran, undefined, followedMs - 4_001)).toEqual(["a"]);
  expect(followed(ran, undefined, followedMs - 4_000)).toEqual([]);
  const quick = [
    [0, []],
    [5_000, [of("a", "failed")]],
  ] as const;
  expect(followed(quick)).toEqual(["a"]);
});

test("one that ended is not shown where its cluster has a problem, nor any beside an outage", () => {
  const ended = (clusterId: string | null) =>
    [
      [0, []],
      [5_000, [of("a", "succeeded", clusterId)]],
    ] as const;
  for (const tone of ["failed", "warning", "unknown"] as const)
    expect(followed(ended("c"), [cluster(tone)])).toEqual([]);
  expect(followed(ended("c"), [cluster("busy")])).toEqual(["a"]);
  expect(followed(ended("d"), [cluster("warning"), cluster("ok", "d")])).toEqual(["a"]);
  expect(followed(ended(null), [cluster("warning")])).toEqual(["a"]);
  expect(followed(ended(null), [cluster("failed")])).toEqual([]);
});

test("it is known when the next one is over", () => {
  const known = noteEnds(noteEnds(null, [of("a", "running")], 0), [of("a", "succeeded")], 1_000);
  expect(nextChangeMs(known, 4_000)).toBe(followedMs - 3_000);
  expect(nextChangeMs(known, 1_000 + followedMs)).toBeNull();
  expect(nextChangeMs(null, 0)).toBeNull();
});
