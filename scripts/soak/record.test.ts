import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FaultOutcome, SittingEnd } from "@primacy/lab/soak";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRecord, type RecordRequest, readBuild, readRecord, type SoakRecord } from "./record";

const pathSeen = {
  ...{ gapMs: 300, isOpen: false, acked: 250, refused: 1, unknown: 0, restarts: 0 },
  ...{ lostWrites: [], phantomWrites: [] },
};
const outcomeOf = (number: number, build = "b1"): FaultOutcome => ({
  ...{ seed: 4, number, build, lab: "l1", kind: "isolate", row: "F8", target: "db1", expelSeconds: 0 },
  ...{ isEffective: true, observations: [], asked: [], ackedWrites: 300, lostWrites: [], phantomWrites: [] },
  wire: { asked: 250, answered: 249, dual: 0 },
  ...{ reads: [{ answered: 300, stale: 0, behindMs: 4 }], disorder: [] },
  ...{ dualWriterMs: 0, dualHolderMs: 0, healthyMs: 10, heldMs: 10, recoveryMs: 1.5, throughMs: 2 },
  ...{
    late: [],
    history: [],
    resets: 0,
    violations: [],
    waited: [],
    rejoined: 0,
    heard: [],
    proxyHolds: null,
    seconds: { ready: 1 },
  },
  byProof: { R1: 1, R2: 0, R3: 0, R4: 0 },
  paths: { vip: pathSeen, router: pathSeen, haproxy: pathSeen, direct: pathSeen },
});
const none = { lostWrites: [], phantomWrites: [] };
const end: SittingEnd = {
  ...{ build: "b1", lab: "l1", verified: [1], lostWrites: [], phantomWrites: [] },
  ...{ dualHolderMs: 0, wire: null, violations: [] },
  beside: { router: none, haproxy: none },
};

describe("openRecord", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "primacy-record-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const ask = (from: number, given: Partial<RecordRequest> = {}) =>
    openRecord({ name: "4", seed: 4, from, build: "b1", overwrite: false, ...given }, folder);
  const open = (from: number, given: Partial<RecordRequest> = {}): SoakRecord => {
    const record = ask(from, given);
    if ("problems" in record) throw new Error(record.problems.join());
    return record;
  };
  const problemsOf = (from: number, given: Partial<RecordRequest> = {}): readonly string[] => {
    const record = ask(from, given);
    return "problems" in record ? record.problems : [];
  };
  const write = (...numbers: number[]): SoakRecord => {
    const record = open(1);
    for (const number of numbers) record.append({ outcome: outcomeOf(number) });
    return record;
  };

  it("goes on behind the last outcome, with what is known of those before", () => {
    const first = write(1);
    const promises = { number: 1, lab: "l1", clients: [] };
    first.append({ promises });
    first.append({ end });
    const second = open(2);
    expect(second.outcomes).toEqual([outcomeOf(1)]);
    expect(second.promises).toEqual([promises]);
    expect(second.ends).toEqual([end]);
  });

  it("refuses to forget an outcome, from the first on or from the middle, and leaves it there", () => {
    const { file } = write(1, 2, 3);
    expect(problemsOf(1)).toEqual([
      `fault 1 to 3 is recorded in ${file}: --from 4 goes on, --overwrite forgets it`,
    ]);
    expect(problemsOf(3)).toEqual([
      `fault 3 is recorded in ${file}: --from 4 goes on, --overwrite forgets it`,
    ]);
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(3);
  });

  it("forgets what it is told to, and what belonged to it", () => {
    const { file } = write(1, 2, 3);
    expect(open(3, { overwrite: true }).outcomes.map(({ number }) => number)).toEqual([1, 2]);
    open(3).append({ end });
    expect(open(1, { overwrite: true }).ends).toEqual([]);
    expect(readFileSync(file, "utf8")).toBe("");
  });

  it("refuses to go on with another build, and to mix seeds", () => {
    write(1);
    expect(problemsOf(2, { build: "b2" })).toHaveLength(1);
    expect(problemsOf(2, { seed: 5 })).toHaveLength(1);
    expect(problemsOf(1, { build: "b2", overwrite: true })).toEqual([]);
  });

  it("refuses a file that it does not understand, unless all of it is to be forgotten", () => {
    writeFileSync(path.join(folder, "primacy-soak-4.jsonl"), '{"seed":4}\n');
    expect(problemsOf(2)).toHaveLength(1);
    expect(problemsOf(1)).toHaveLength(1);
    expect(problemsOf(1, { overwrite: true })).toEqual([]);
  });

  it("is read for its tables alone, and changed by that in nothing", () => {
    const { file, append } = write(1, 2);
    append({ end });
    const before = readFileSync(file, "utf8");
    expect(readRecord(file)).toEqual({ outcomes: [outcomeOf(1), outcomeOf(2)], ends: [end] });
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(readRecord(path.join(folder, "none"))).toBeNull();
  });

  it("tells builds apart", () => {
    const files = ["agent", "supervisor"].map((name) => path.join(folder, name));
    const [agent = "", supervisor = ""] = files;
    const digestOf = (...texts: readonly [string, string]): string => {
      writeFileSync(agent, texts[0]);
      writeFileSync(supervisor, texts[1]);
      return readBuild(files);
    };
    const one = digestOf("one", "a");
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(digestOf("one", "a")).toBe(one);
    expect(digestOf("two", "a")).not.toBe(one);
    expect(digestOf("one", "b")).not.toBe(one);
  });
});
