import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GoTpcReader } from "./read-go-tpc";
import type { GoTpcReport } from "./report";

function read(text: string): GoTpcReport {
  const reader = new GoTpcReader();
  reader.push(text);
  return reader.end();
}

function row(form: "Current" | "Summary", name: string, seconds: number, count: number, ms: number): string {
  const rate = ((count / seconds) * 60).toFixed(1);
  const latency = ["50th", "90th", "95th", "99th", "99.9th"].map((one) => `${one}(ms): ${ms.toFixed(1)}`);
  return `[${form}] ${name} - Takes(s): ${seconds.toFixed(1)}, Count: ${count}, TPM: ${rate}, Sum(ms): ${(count * ms).toFixed(1)}, Avg(ms): ${ms.toFixed(1)}, ${latency.join(", ")}, Max(ms): ${(ms * 2).toFixed(1)}\n`;
}

const current = row("Current", "NEW_ORDER", 9.9, 40, 20) + row("Current", "PAYMENT", 9.8, 38, 10);
const errorRow =
  "[Summary] NEW_ORDER_ERR - Takes(s): 0.0, Count: 7, TPM: 913045.2, Sum(ms): 70.0, Avg(ms): 10.0\n";
const summary = `Finished
${row("Summary", "NEW_ORDER", 60, 240, 20)}${errorRow}${row("Summary", "PAYMENT", 59.5, 230, 10)}tpmC: 240.0, tpmTotal: 471.9, efficiency: 186.6%
`;

describe("what go-tpc writes", () => {
  it("is the summary alone: its kinds, with the errors of each beside it and in no other figure", () => {
    const report = read(`${current}${summary}`);
    expect(report).toMatchObject({
      tpmC: 240,
      seconds: 60,
      errors: 7,
      currentRows: 2,
      fatal: null,
      isComplete: true,
    });
    expect(report.kinds).toEqual([
      {
        name: "NEW_ORDER",
        count: 240,
        perMinute: 240,
        errors: 7,
        ...{ meanMs: 20, p50Ms: 20, p90Ms: 20, p95Ms: 20, p99Ms: 20, maxMs: 40 },
      },
      expect.objectContaining({ name: "PAYMENT", count: 230, perMinute: 231.9, errors: 0 }),
    ]);
  });

  it("has no throughput where only the rows of intervals are there: the run was cut", () => {
    const failing = "[Current] PAYMENT_ERR - Takes(s): 0.0, Count: 3, TPM: 4213.8, Sum(ms): 9, Avg(ms): 3\n";
    expect(read(current + failing + current)).toMatchObject({
      kinds: [],
      tpmC: null,
      seconds: 0,
      errors: 3,
      currentRows: 5,
      isComplete: false,
    });
  });

  it("is not whole without the new orders per minute that end it, or where every new order failed", () => {
    expect(read(summary.split("tpmC")[0] ?? "")).toMatchObject({ tpmC: null, isComplete: false });
    expect(read(summary.trimEnd())).toMatchObject({ tpmC: null, isComplete: false });
    const none = read(`${errorRow}${row("Summary", "PAYMENT", 59, 200, 10)}`);
    expect(none).toMatchObject({ isComplete: false, errors: 7 });
    expect(none.kinds[0]).toMatchObject({ name: "NEW_ORDER", count: 0, perMinute: 0, errors: 7 });
  });

  it("is read by the names in a row, whichever a version prints", () => {
    const old =
      "[Summary] Q1 - Takes(s): 10.0, Count: 5, OPS: 0.5, Sum(ms): 900, Avg(ms): 180, 95th(ms): 256\n";
    expect(read(old)).toMatchObject({
      kinds: [{ name: "Q1", perMinute: 30, meanMs: 180, p50Ms: null, p95Ms: 256 }],
      isComplete: true,
    });
    const middle =
      "[Summary] PAYMENT - Takes(s): 8.2, Count: 4, TPM: 29.4, Sum(ms): 7455, Avg(ms): 1863, 90th(ms): 4000\ntpmC: 1.0, efficiency: 3.1%\n";
    expect(read(middle)).toMatchObject({ kinds: [{ p90Ms: 4000 }], tpmC: 1, isComplete: true });
  });

  it("is fatal where a thread gives up, and not where an error is ignored", () => {
    const told = "[2026-11-27 22:00:00] execute run failed, err Error 1213 (40001): Deadlock found\n";
    expect(read(`${told}${summary}`)).toMatchObject({
      fatal: null,
      firstError: "Error 1213 (40001): Deadlock found",
      isComplete: true,
    });
    expect(
      read(`${told}execute run failed, err Error 1213 (40001): Deadlock found\n${summary}`),
    ).toMatchObject({
      fatal: "Error 1213 (40001): Deadlock found",
      isComplete: false,
    });
    expect(read("panic: failed to connect to database when loading data")).toMatchObject({
      fatal: "failed to connect to database when loading data",
    });
  });

  it("of two runs is the first alone, and not whole", () => {
    const first = read(summary);
    for (const text of [summary + summary, summary + current])
      expect(read(text)).toEqual({ ...first, hasTwoRuns: true, isComplete: false });
  });

  const all = `${current}[2026-11-27 22:00:00] execute run failed, err gone\n${current}${summary}`;

  it("reads the same however it is cut into parts, and with either end of line", () => {
    const whole = read(all);
    fc.assert(
      fc.property(fc.array(fc.nat(all.length), { maxLength: 40 }), fc.boolean(), (places, isWindows) => {
        const reader = new GoTpcReader();
        let from = 0;
        for (const place of [...places.toSorted((a, b) => a - b), all.length]) {
          const part = all.slice(from, place);
          reader.push(isWindows ? part.replaceAll("\n", "\r\n") : part);
          from = place;
        }
        expect(reader.end()).toEqual(whole);
      }),
    );
  });

  it("never throws where it ends, at any byte, and is whole nowhere but at its end", () => {
    for (let length = 0; length < all.length; length += 1)
      expect(read(all.slice(0, length)).isComplete).toBe(false);
    fc.assert(fc.property(fc.string(), (text) => !read(text).isComplete));
  });
});
