import type { WriteAttempt } from "@primacy/core/drill";
import { describe, expect, it } from "vitest";
import type { PathRecord } from "./load";
import { judgePaths } from "./path-outcomes";
import { type PathName, unseenPath } from "./paths";

const attempt = (seq: number, acked: boolean): WriteAttempt => ({
  ...{ seq, acked, isSent: true, error: acked ? null : "ECONNRESET", serverUuid: "u1", gtid: null },
  ...{ dueMonotonicMs: seq * 100, startedMonotonicMs: seq * 100, endedMonotonicMs: seq * 100 },
});
/** A write each 100 ms from 0 to 5 s; those from `from` to `to` were not acknowledged. */
const record = (path: PathName, from: number, to: number): PathRecord => ({
  ...{ path, run: path },
  attempts: Array.from({ length: 51 }, (_, seq) => attempt(seq, seq < from || seq > to)),
});
const records = [record("vip", 11, 13), record("direct", 11, 11), record("router", 11, 40)];
const rows = records.flatMap(({ run, attempts }) =>
  attempts.filter(({ acked }) => acked).map(({ seq }) => ({ run, seq })),
);
const judge = (...copies: (typeof rows)[]) =>
  judgePaths({ records, copies, restarts: new Map([["router", 1]]), actedMs: 1_000, endedMs: 5_000 });

describe("judgePaths", () => {
  it("tells of each way how long nothing was acknowledged, and what became of its rows", () => {
    const { paths, diverged } = judge(rows, rows);
    expect(paths.vip).toMatchObject({ gapMs: 400, isOpen: false, acked: 48, unknown: 3, restarts: 0 });
    expect(paths.direct).toMatchObject({ gapMs: 200, acked: 50, unknown: 1 });
    expect(paths.router).toMatchObject({ gapMs: 3_100, acked: 21, unknown: 30, restarts: 1 });
    expect(paths.haproxy).toEqual(unseenPath);
    expect(diverged).toEqual([]);
  });

  it("gives a lost row and a phantom to the way of its client alone", () => {
    const without = rows.filter(({ run, seq }) => run !== "router" || seq !== 5);
    const { paths } = judge([...without, { run: "router", seq: 99 }], without);
    expect(paths.router).toMatchObject({ lostWrites: ["router/5"], phantomWrites: ["router/99"] });
    for (const path of ["vip", "direct", "haproxy"] as const)
      expect(paths[path]).toMatchObject({ lostWrites: [], phantomWrites: [] });
  });

  it("names rows of the VIP that only one server has, and none of the ways that are compared", () => {
    const one = { run: "vip", seq: 12 };
    expect(judge([...rows, one], rows).diverged).toEqual(["vip/12"]);
    expect(judge([...rows, { run: "router", seq: 12 }], rows).diverged).toEqual([]);
  });
});
