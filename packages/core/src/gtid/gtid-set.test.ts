import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countGtids,
  formatGtidSet,
  type GtidSet,
  intersectGtids,
  listGtidRuns,
  parseGtidSet,
  subtractGtids,
  uniteGtids,
} from "./gtid-set";

const a = "0a000000-0000-4000-8000-00000000000a";
const b = "0b000000-0000-4000-8000-00000000000b";

function parse(text: string): GtidSet {
  const set = parseGtidSet(text);
  if (set === null) throw new Error(`not read: ${text}`);
  return set;
}

describe("reading a set", () => {
  it.each<[string, string, string, number]>([
    ["nothing", "", "", 0],
    ["one transaction", `${a}:7`, `${a}:7`, 1],
    ["an interval", `${a}:1-5`, `${a}:1-5`, 5],
    ["several, out of order, touching and overlapping", `${a}:9:1-3:4-5:2-4`, `${a}:1-5:9`, 6],
    ["upper case and spaces", ` ${a.toUpperCase()} : 1-2 : 4 `, `${a}:1-2:4`, 3],
    ["what a server prints over several lines", `${b}:1-2,\n${a}:1-3`, `${a}:1-3,\n${b}:1-2`, 5],
    ["one source twice", `${a}:1-3,${a}:4`, `${a}:1-4`, 4],
    ["tags", `${a}:1-5:Tag_1:1-3:7:other:2`, `${a}:1-5:other:2:tag_1:1-3:7`, 10],
    ["a tag alone", `${a}:t:1-2`, `${a}:t:1-2`, 2],
    ["a tag named twice", `${a}:t:1,${a}:t:2`, `${a}:t:1-2`, 2],
    ["an interval that ends before it begins", `${a}:5-3:7`, `${a}:7`, 1],
    ["nothing but such an interval", `${a}:5-3`, "", 0],
    [
      "the highest numbers",
      `${a}:9223372036854775805-9223372036854775806`,
      `${a}:9223372036854775805-9223372036854775806`,
      2,
    ],
  ])("takes %s", (_what, text, written, count) => {
    const set = parse(text);
    expect(formatGtidSet(set)).toBe(written);
    expect(countGtids(set)).toBe(count);
    expect(formatGtidSet(parse(written))).toBe(written);
  });

  it.each([
    ["a number for a server", "0-1-100"],
    ["a uuid alone", a],
    ["a uuid that is cut", `${a.slice(1)}:1`],
    ["zero", `${a}:0`],
    ["a negative number", `${a}:-1`],
    ["an open interval", `${a}:1-`],
    ["a tag without transactions", `${a}:1:tag`],
    ["two tags in a row", `${a}:tag:other:1`],
    ["a tag that begins with a figure", `${a}:1tag:1`],
    ["words", "no set"],
  ])("refuses %s", (_what, text) => expect(parseGtidSet(text)).toBeNull());

  it("counts no further than a number goes", () => {
    expect(countGtids(parse(`${a}:1-9223372036854775806`))).toBe(Number.MAX_SAFE_INTEGER);
  });

  it("names each source with its tag", () => {
    expect(listGtidRuns(parse(`${b}:1:t:2-3,${a}:4-6`))).toEqual([
      { uuid: a, tag: null, intervals: "4-6", count: 3 },
      { uuid: b, tag: null, intervals: "1", count: 1 },
      { uuid: b, tag: "t", intervals: "2-3", count: 2 },
    ]);
  });
});

it("reads, subtracts and writes 100,000 gaps", () => {
  const gaps = Array.from({ length: 100_000 }, (_, at) => 2 * at + 1).join(":");
  const set = parse(`${a}:${gaps}`);
  expect(countGtids(subtractGtids(parse(`${a}:1-200000`), set))).toBe(100_000);
  expect(countGtids(intersectGtids(uniteGtids(set, set), set))).toBe(100_000);
  expect(formatGtidSet(set)).toBe(`${a}:${gaps}`);
});

describe("computing with sets", () => {
  it.each<[string, string, string]>([
    [`${a}:1-10`, `${a}:3-5`, `${a}:1-2:6-10`],
    [`${a}:1-10`, `${a}:1-10`, ""],
    [`${a}:1-10`, `${a}:5-20`, `${a}:1-4`],
    [`${a}:5-10`, `${a}:1-7`, `${a}:8-10`],
    [`${a}:1-3:7-9`, `${a}:2:8-20`, `${a}:1:3:7`],
    [`${a}:1-3`, `${b}:1-3`, `${a}:1-3`],
    [`${a}:1-3:t:1-3`, `${a}:1-3`, `${a}:t:1-3`],
    [`${a}:1-3`, `${a}:t:1-3`, `${a}:1-3`],
    ["", `${a}:1`, ""],
  ])("%s without %s", (from, without, left) =>
    expect(formatGtidSet(subtractGtids(parse(from), parse(without)))).toBe(left),
  );

  type Gtid = readonly [source: string, number: number];
  const sources = [a, b, `${a}:t`, `${b}:t`, `${b}:u`];
  const gtids = fc.array(fc.tuple(fc.constantFrom(...sources), fc.integer({ min: 1, max: 14 })), {
    maxLength: 40,
  });
  const write = (all: readonly Gtid[]): string => all.map(([source, n]) => `${source}:${n}`).join(",");
  const keysOf = (all: readonly Gtid[]): Set<string> => new Set(all.map(([source, n]) => `${source}:${n}`));
  /** One by one, the slow way, from what was written. */
  const expand = (set: GtidSet): string[] =>
    [...set].flatMap(([source, intervals]) =>
      intervals.flatMap(({ first, last }) =>
        Array.from({ length: Number(last - first) + 1 }, (_, at) => `${source}:${Number(first) + at}`),
      ),
    );

  it("gives what counting one by one gives", () => {
    fc.assert(
      fc.property(gtids, gtids, (left, right) => {
        const [x, y] = [parse(write(left)), parse(write(right))];
        const [xs, ys] = [keysOf(left), keysOf(right)];
        const check = (set: GtidSet, wanted: readonly string[]): void => {
          expect(expand(set).sort()).toEqual([...wanted].sort());
          expect(countGtids(set)).toBe(wanted.length);
          expect(formatGtidSet(parse(formatGtidSet(set)))).toBe(formatGtidSet(set));
        };
        check(x, [...xs]);
        check(uniteGtids(x, y), [...new Set([...xs, ...ys])]);
        check(
          subtractGtids(x, y),
          [...xs].filter((one) => !ys.has(one)),
        );
        check(
          intersectGtids(x, y),
          [...xs].filter((one) => ys.has(one)),
        );
      }),
      { numRuns: 500 },
    );
  });
});
