import type { DrillMark, DrillPhaseName } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { faultTimes, otherFaults, recordedFault } from "./drill-faults.fixture";
import type { DrillRecord } from "./drill-record";
import { cutRecord, groupOf, withSilence, withStatus, zeroMs } from "./drill-record.fixture";
import { findDrill } from "./find-drill";
import { isBack, listUnwritten } from "./is-back";
import { judgeDrill } from "./judge-drill";
import { judgeHalt } from "./judge-halt";

const records = new Map(otherFaults.map((fault) => [fault.kind, recordedFault(fault)]));
const recordOf = (kind: (typeof otherFaults)[number]["kind"]): DrillRecord => {
  const record = records.get(kind);
  if (record === undefined) throw new Error(kind);
  return record;
};
const marksOf = (record: DrillRecord): ReadonlyMap<DrillPhaseName, DrillMark> =>
  new Map(findDrill(record).marks.map((one) => [one.phase, one]));
const at = (ms: number, record: DrillRecord): DrillRecord => cutRecord(record, zeroMs + ms);
/** Phases besides those that the console and the host tell themselves. */
const seen = (record: DrillRecord): readonly DrillPhaseName[] =>
  [...marksOf(record).keys()].filter(
    (phase) => !["armed", "injected", "in_effect", "heal_begun", "healed"].includes(phase),
  );

const lost = ["suspected", "expelled"] as const;
const succession = ["elected", "writable", "vip_taken", "first_write"] as const;

describe("the phases of each fault", () => {
  it.each([
    ["switchover", succession],
    ["stop_mysqld", ["expelled", ...succession]],
    ["freeze_mysqld", [...lost, ...succession]],
    ["cut_host", [...lost, ...succession]],
    ["cut_secondary", lost],
    ["cut_one_way", ["suspected"]],
    ["kill_agent", ["vip_taken", "first_write"]],
    ["freeze_agent", ["vip_taken", "first_write"]],
    ["cpu_pressure", []],
    ["kill_proxy", ["first_write"]],
    ["fill_disk", ["first_write"]],
  ] as const)("are of %s what happened, and no others", (kind, phases) => {
    expect(seen(recordOf(kind))).toEqual(phases);
  });

  it.each(otherFaults)("of $kind stand at what happened, within their error", ({ kind }) => {
    const { suspectedMs, expelledMs, electedMs, away, stop } = faultTimes[kind];
    const marks = marksOf(recordOf(kind));
    const taken = electedMs === null ? (away?.toMs ?? null) : electedMs + 120;
    const truths = {
      ...{ suspected: suspectedMs, expelled: expelledMs, elected: electedMs, writable: electedMs },
      vip_taken: taken,
    };
    for (const [phase, atMs] of Object.entries(truths)) {
      const mark = [...marks.values()].find((one) => one.phase === phase);
      if (atMs === null) expect(mark, phase).toBeUndefined();
      else
        expect(Math.abs((mark?.atMs ?? Number.NaN) - atMs), phase).toBeLessThanOrEqual(
          (mark?.errorMs ?? 0) + 0.25,
        );
    }
    const backMs = marks.get("first_write")?.atMs;
    if (backMs !== undefined) expect(Math.abs(backMs - (stop?.toMs ?? 0))).toBeLessThan(40);
  });

  it.each(otherFaults)("of $kind that are predicted are the ones that come", ({ kind }) => {
    const record = recordOf(kind);
    const { predicted } = findDrill(record);
    const told = seen(record);
    for (const { phase, minMs, maxMs } of predicted) {
      expect(told, phase).toContain(phase);
      expect(minMs).toBeLessThanOrEqual(maxMs);
    }
    const moves = ["switchover", "stop_mysqld", "freeze_mysqld", "cut_host"].includes(kind);
    expect(predicted.some(({ phase }) => phase === "elected")).toBe(moves);
  });

  it("name the proxy that dies and its host, and promise no time", () => {
    const marks = marksOf(recordOf("kill_proxy"));
    expect(marks.get("armed")?.detail?.text).toBe("The console orders the fault on px1.");
    expect(marks.get("injected")?.detail?.text).toBe("HAProxy on px1 is killed.");
    expect(marks.get("healed")?.detail?.code).toBe("drill_mark.healed_proxy");
    const verdict = judgeDrill(recordOf("kill_proxy"), findDrill(recordOf("kill_proxy")), { kind: "whole" });
    expect(verdict.sentence.text).toMatch(/^Writes never stopped for longer than 2\.4\d? s; 30 s/);
    expect(verdict.notes.map(({ code }) => code)).toContain("drill_note.unforeseen_proxy");
  });

  it("say of a full disk that writes came back after the heal, and whose outage it is", () => {
    const record = recordOf("fill_disk");
    const marks = marksOf(record);
    expect(marks.get("injected")?.detail?.text).toBe("The file system with the data of db1 is filled.");
    expect(marks.get("healed")?.detail?.code).toBe("drill_mark.healed_writes");
    const verdict = judgeDrill(record, findDrill(record), { kind: "whole" });
    expect(verdict.sentence.text).toMatch(/^Writes never stopped for longer than 17\.2\d? s; 30 s/);
    expect(verdict.notes.map(({ code }) => code)).toContain("drill_note.unforeseen_disk");
    const strict = { ...record, objectiveMs: 10_000 };
    expect(judgeDrill(strict, findDrill(strict), { kind: "whole" })).toMatchObject({
      kind: "failed",
      sentence: { text: expect.stringMatching(/^Writes through VIP stopped for 17\.2/) },
    });
  });

  it("name either end of a link as who is missed, each as the other sees it", () => {
    const mark = marksOf(recordOf("cut_one_way")).get("suspected");
    expect(["db1", "db2"]).toContain(mark?.seenBy);
    expect(mark?.detail?.params).toEqual({ member: mark?.seenBy === "db1" ? "db2" : "db1" });
  });

  it("are told by the console where it made the fault itself", () => {
    const record = recordOf("switchover");
    const own = record.injection && { ...record.injection, seenBy: null, errorMs: 0 };
    expect(marksOf({ ...record, injection: own }).get("injected")).toMatchObject({
      seenBy: null,
      detail: { params: { member: "db2", primary: "db1" } },
    });
  });
});

describe("a drill with each fault", () => {
  it.each(otherFaults)("of $kind is not halted at any second where all goes as it should", ({ kind }) => {
    const record = recordOf(kind);
    for (let ms = -3_000; ms <= 15_500; ms += 500) expect(judgeHalt(at(ms, record)), `${ms}`).toBeNull();
  });

  it.each(otherFaults)("of $kind passes, and early findings stay", ({ kind }) => {
    const record = recordOf(kind);
    const findings = findDrill(record);
    const verdict = judgeDrill(record, findings, { kind: "whole" });
    expect(verdict.kind, verdict.sentence.text).toBe("passed");
    const marks = marksOf(record);
    for (let ms = 400; ms < 16_000; ms += 1_700)
      for (const early of findDrill(at(ms, record)).marks) {
        const later = marks.get(early.phase);
        expect(
          Math.abs(early.atMs - (later?.atMs ?? Number.NaN)),
          `${early.phase} at ${ms}`,
        ).toBeLessThanOrEqual(early.errorMs + (later?.errorMs ?? 0) + 0.25);
      }
  });

  it("tells the longest stop where the primary stays, and when writes were back where it does not", () => {
    const told = (kind: (typeof otherFaults)[number]["kind"]) => {
      const record = recordOf(kind);
      return judgeDrill(record, findDrill(record), { kind: "whole" });
    };
    expect(told("cut_secondary").sentence.text).toMatch(/^Writes never stopped for longer than 20 ms; 30 s/);
    expect(told("freeze_agent").sentence.text).toMatch(
      /^Writes never stopped for longer than 1\.3\d? s; 30 s/,
    );
    expect(told("cut_host").sentence.text).toMatch(
      /^Writes were back 6\.7\d? s ± \d\d\.?\d* ms after the fault/,
    );
    expect(told("cut_one_way").notes.map(({ code }) => code)).toContain("drill_note.unforeseen");
    expect(told("stop_mysqld").notes.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Longest phase: election, \d+ ms\. A server that is stopped in order/),
    );
    expect(told("cut_secondary").notes.map(({ code }) => code)).not.toContain("drill_note.longest");
  });

  it("names no phase as longest for having been seen only after writes were back", () => {
    const record = withSilence(recordOf("switchover"), 2, 0, 1_500);
    const findings = findDrill(record);
    const atOf = (phase: string) => findings.marks.find((one) => one.phase === phase)?.atMs ?? Number.NaN;
    expect(atOf("writable")).toBeGreaterThan(1_400);
    const longest = judgeDrill(record, findings, { kind: "whole" }).notes.find(({ code }) =>
      code.startsWith("drill_note.longest"),
    );
    expect(longest?.params.ms).toBeLessThanOrEqual(atOf("first_write"));
  });

  it("fails by one stop that is too long, although the first write after the fault came at once", () => {
    const record = { ...recordOf("freeze_agent"), objectiveMs: 1_000 };
    const verdict = judgeDrill(record, findDrill(record), { kind: "whole" });
    expect(verdict.kind).toBe("failed");
    expect(verdict.sentence.text).toContain("Writes through VIP stopped for 1.3");
  });

  it("passes where a busy primary is expelled and writes were back in time, and says that it should not have been", () => {
    const { fault } = recordOf("cpu_pressure");
    const record = { ...recordOf("freeze_mysqld"), fault, estimate: null };
    for (let ms = 500; ms <= 15_500; ms += 500) expect(judgeHalt(at(ms, record)), `${ms}`).toBeNull();
    expect(seen(record)).toEqual([...lost, ...succession]);
    const verdict = judgeDrill(record, findDrill(record), { kind: "whole" });
    expect(verdict.sentence.text).toMatch(/^Writes never stopped for longer than 6\.7\d? s; 30 s/);
    expect(verdict.kind).toBe("passed");
    const notes = new Map(verdict.notes.map(({ code, text }) => [code, text]));
    expect(notes.get("drill_note.moved")).toMatch(
      /^This fault should have left db1 the primary: db2 was .* 6\.\d+ s ± \d\d\.?\d* ms after/,
    );
    expect(notes.has("drill_note.unforeseen_load")).toBe(true);
    const slow = { ...record, objectiveMs: 5_000 };
    expect(judgeDrill(slow, findDrill(slow), { kind: "whole" }).kind).toBe("failed");
  });

  it("is halted by two kernels with one address whoever was cut off, and by the loss of one that has no part in it", () => {
    const record = recordOf("cut_host");
    const both = withStatus(record, 1, 1_000, (status) => ({
      ...status,
      nics: record.frames[0]?.status.nics ?? [],
    }));
    expect(judgeHalt(at(9_000, both))?.code).toBe("drill_halt.dual_holders");
    const gone = withStatus(recordOf("cut_one_way"), 1, 2_000, (status) => ({
      ...status,
      mysql: { ...status.mysql, members: status.mysql.members.slice(0, 2) },
    }));
    expect(judgeHalt(at(6_000, gone))).toMatchObject({
      code: "drill_halt.member_gone",
      params: { member: "db3" },
    });
  });

  it("is not halted by what the server believes that is cut off, and nobody else can be heard", () => {
    const record = recordOf("cut_host");
    const alone = {
      ...record,
      frames: record.frames.filter(({ hostId }) => hostId === record.target.hostId),
    };
    expect(judgeHalt(at(7_000, alone))).toBeNull();
  });
});

describe("when a drill has measured enough", () => {
  it.each([
    ["switchover", 2_900, 3_400],
    ["stop_mysqld", 3_500, 4_000],
    ["freeze_mysqld", 9_500, 10_000],
    ["cut_secondary", 9_700, 10_200],
    ["kill_agent", 9_900, 10_300],
    ["freeze_agent", 9_900, 10_300],
    ["kill_proxy", 9_900, 10_300],
  ] as const)("%s is not judged before all that it may do is over", (kind, early, late) => {
    const record = recordOf(kind);
    expect(isBack(at(early, record))).toBe(false);
    expect(isBack(at(late, record))).toBe(true);
  });

  it("is not before a group that waits long has expelled whom it misses", () => {
    const record = recordOf("cut_secondary");
    expect(isBack(at(15_000, { ...record, group: groupOf(5) }))).toBe(false);
    expect(isBack(at(15_000, record))).toBe(true);
  });

  it("is never by a full disk alone; healed, it counts each way until a write began after the heal", () => {
    const record = recordOf("fill_disk");
    for (const ms of [400, 10_000, 15_900, 19_000]) expect(isBack(at(ms, record)), `${ms}`).toBe(false);
    expect(listUnwritten(at(15_900, record))).toEqual(["VIP"]);
    expect(listUnwritten(at(17_100, record))).toEqual(["VIP"]);
    expect(listUnwritten(at(17_500, record))).toEqual([]);
  });

  it("is late on a busy host, where everything is", () => {
    expect(isBack(at(15_000, recordOf("cpu_pressure")))).toBe(false);
  });

  it("is late for a link that is lost one way, and by writes that flow, however slowly", () => {
    const record = recordOf("cut_one_way");
    const { samples } = record.probe;
    expect(isBack(at(15_000, record))).toBe(false);
    // As if the fault were made half a minute before: one write of ten is acknowledged, or none for a second.
    const early = record.injection && {
      ...record.injection,
      actedMs: zeroMs - 16_000,
      seenMs: zeroMs - 16_000,
    };
    const slow = (isAcked: (seq: number) => boolean) => ({
      ...record,
      injection: early,
      probe: {
        ...record.probe,
        samples: samples.map((one) => (isAcked(one.seq) ? one : { ...one, error: "NO_FREE_SLOT" })),
      },
    });
    expect(
      isBack(
        at(
          15_000,
          slow((seq) => seq % 10 === 0),
        ),
      ),
    ).toBe(true);
    expect(
      isBack(
        at(
          15_000,
          slow((seq) => seq % 80 === 0),
        ),
      ),
    ).toBe(false);
    expect(
      isBack(
        at(
          15_000,
          slow(() => false),
        ),
      ),
    ).toBe(false);
  });

  it("is never before its host has told of the fault", () => {
    const record = { ...recordOf("freeze_agent"), injection: null };
    expect(isBack(at(14_000, record))).toBe(false);
    expect(findDrill(at(2_000, record)).marks.map(({ phase }) => phase)).toEqual(["armed"]);
  });
});
