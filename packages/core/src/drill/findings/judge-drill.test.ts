import { type DrillEndpointOutcome, type DrillFindings, formatMessage, message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import type { DrillEnding, DrillRecord } from "./drill-record";
import { exampleFindings, type RecordedDrill, recordedDrill } from "./drill-record.fixture";
import { findDrill } from "./find-drill";
import { hasAddress } from "./host-story";
import { judgeDrill } from "./judge-drill";

const whole: DrillEnding = { kind: "whole" };
const stopped: DrillEnding = { kind: "broken_off", reason: message("why.drill_stopped") };

/** Each drill is played once for all tests. */
const played = new Map<string, { readonly record: DrillRecord; readonly found: DrillFindings }>();
function play(order: RecordedDrill) {
  const key = JSON.stringify(order);
  const one = played.get(key) ?? { record: recordedDrill(order), found: exampleFindings(order) };
  played.set(key, one);
  return one;
}

/** The verdict of the drill of the fixture where the first way met something else. */
function judge(
  change: Partial<DrillEndpointOutcome> = {},
  given: {
    order?: RecordedDrill;
    record?: Partial<DrillRecord>;
    ending?: DrillEnding;
    findings?: Partial<DrillFindings>;
  } = {},
) {
  const { order = { ways: ["vip"] }, ending = whole } = given;
  const { record: base, found } = play(order);
  const endpoints = found.endpoints.map((one, at) => (at === 0 ? { ...one, ...change } : one));
  const record = { ...base, ...given.record };
  const verdict = judgeDrill(record, { ...found, endpoints, ...given.findings }, ending);
  const codes = verdict.notes.map(({ code }) => code);
  return { ...verdict, codes, text: verdict.sentence.text };
}
const rows = (...first: number[]) => ({ count: first.length, first });
const after = (writeMs: number | null) => ({
  firstAfter: { loginMs: null, readMs: null, writeMs, ...(writeMs === null ? {} : { writeErrorMs: 30 }) },
});

describe("the verdict of a drill", () => {
  it("is passed with its figures where writes were back in time and nothing acknowledged is lost", () => {
    const { kind, text, sentence } = judge();
    expect(kind).toBe("passed");
    expect(text).toMatch(
      /^Writes were back 11\.\d s ± \d\d\.?\d* ms after the fault; 30 s are allowed\. None of the \d+ writes that were acknowledged before the rows were read is lost\.$/,
    );
    expect(formatMessage(sentence, "zh")).toMatch(
      /^故障后 11\.\d 秒 ± \d\d\.?\d* 毫秒 恢复写入；允许 30 秒。读取各行之前确认的 \d+ 次写入均未丢失。$/,
    );
  });

  it("is not tested where the fault was in force no more before it was healed, whatever the time", () => {
    const { kind, text, codes } = judge({}, { record: { earlyEnd: message("why.drill_no_reason") } });
    expect(kind).toBe("not_tested");
    expect(text).toContain("the fault ended before it was healed: its host does not say why");
    expect(codes).toContain("drill_found.none_lost");
  });

  it("counts as looked up only what was acknowledged before the servers were asked", () => {
    const { record } = play({ ways: ["vip"] });
    const { probe, ledgersRead } = record;
    const byMs = (ledgersRead?.fromMs ?? 0) - probe.offsetMs - probe.errorMs;
    const asked = probe.samples.filter(
      (one) => one.lane === "write" && one.error === null && one.endedMs <= byMs,
    );
    expect(judge().text).toContain(
      `None of the ${asked.length} writes that were acknowledged before the rows were read is lost.`,
    );
  });

  it("is failed where two kernels had the address at once, also where nobody halted it", () => {
    const { record } = play({ ways: ["vip"] });
    const holder = record.frames.findLast(({ status }) => hasAddress(status, "10.77.0.100"));
    if (holder === undefined) throw new Error("nobody holds the address at the end");
    const frames = record.frames.map((frame) =>
      frame.hostId === holder.hostId
        ? frame
        : { ...frame, status: { ...frame.status, nics: holder.status.nics } },
    );
    const { kind, text } = judge({}, { record: { frames } });
    expect(kind).toBe("failed");
    expect(text).toContain("had 10.77.0.100 at the same time");
  });

  it("is failed where one way was back later than allowed, and names it", () => {
    const { kind, text } = judge(after(31_000), { order: {} });
    expect(kind).toBe("failed");
    expect(text).toContain(
      "Writes through VIP were back only 31 s ± 30 ms after the fault; 30 s are allowed.",
    );
  });

  it("is failed where a way never came back", () => {
    const { kind, text, codes } = judge(after(null));
    expect(kind).toBe("failed");
    expect(text).toContain("Writes through VIP were not back within 21.9 s of the fault");
    expect(codes).toContain("drill_note.never");
  });

  it("is failed where writes were back in time and then away for longer than allowed", () => {
    const writeGap = { fromMs: 13_000, toMs: 49_000, gapMs: 36_000, errorMs: 20, isOpen: false };
    const { kind, text } = judge({ writeGap });
    expect(kind).toBe("failed");
    expect(text).toContain("Writes through VIP stopped for 36 s, or up to 20 ms less; 30 s are allowed.");
  });

  it("is failed where a way is away at the end", () => {
    const span = { server: null, count: 60 } as const;
    const write = [
      { ...span, fromMs: 11_000, toMs: 20_000, outcome: "acked" as const },
      { ...span, fromMs: 20_000, toMs: 21_300, outcome: "not_sent" as const },
    ];
    const { kind, text } = judge({ strips: { write, read: [], login: [] } });
    expect(kind).toBe("failed");
    expect(text).toContain("At the end of the record, no write came through VIP.");
  });

  it("is failed by one lost write, whatever the time, and says so first", () => {
    const { kind, text, notes } = judge({ lost: rows(611) });
    expect(kind).toBe("failed");
    expect(text).toMatch(
      /^1 of the \d+ writes that were acknowledged before the rows were read are lost\. Writes were back/,
    );
    expect(notes[0]?.text).toBe("Lost through VIP: 1 acknowledged writes, with the numbers 611.");
  });

  it("is failed by two writers", () => {
    const { kind, text, codes } = judge({ dualWrites: 3 });
    expect(kind).toBe("failed");
    expect(text).toMatch(/^Two servers took writes at the same time, 3 in all\./);
    expect(codes[0]).toBe("drill_note.dual");
  });

  it("is failed by what is lost although it was stopped, and tells both", () => {
    const { kind, text, codes } = judge({ lost: rows(7) }, { ending: stopped });
    expect(kind).toBe("failed");
    expect(text).toMatch(/^1 of the \d+ writes that were acknowledged before the rows were read are lost\.$/);
    expect(codes[0]).toBe("drill_ending.broken_off");
  });

  it("is what its ending says where it was stopped or not tested", () => {
    const { kind, text } = judge({}, { ending: stopped });
    expect([kind, text]).toEqual(["broken_off", "Broken off: somebody stopped it."]);
    const reason = message("why.drill_no_evidence");
    expect(judge({}, { ending: { kind: "not_tested", reason } })).toMatchObject({
      kind: "not_tested",
      text: "Not tested: its host did not see it take effect.",
    });
  });

  it("is not tested where the fault was not seen to take effect", () => {
    const { kind, text } = judge({}, { record: { injection: null } });
    expect([kind, text]).toEqual(["not_tested", "Not tested: the fault was not seen to take effect."]);
  });

  it("is broken off where nobody could be asked whether something is lost, but failed where it was late besides", () => {
    const { ledgers } = recordedDrill({ ways: ["vip"] });
    const unread = { ledgers: ledgers.map((one) => ({ ...one, rows: null })) };
    const { kind, text } = judge({ lost: null }, { record: unread });
    expect(kind).toBe("broken_off");
    expect(text).toContain("No server could be asked for the rows of the clients, so nobody knows whether");
    expect(judge({ lost: null, ...after(31_000) }).kind).toBe("failed");
  });
});

/** A drill whose record has no rows of the primary. */
function deafDrill(): DrillRecord {
  const record = recordedDrill({ ways: ["vip"] });
  return {
    ...record,
    ledgers: record.ledgers.map((one) => (one.isPrimary ? { ...one, rows: null } : one)),
  };
}

describe("the verdict of a drill whose primary could not be asked for its rows", () => {
  it("is never passed, although the other servers have every acknowledged write", () => {
    const record = deafDrill();
    const { kind, sentence, notes } = judgeDrill(record, findDrill(record), whole);
    expect(kind).toBe("broken_off");
    expect(sentence.text).toMatch(
      /^Writes were back 11\.\d s .* The primary could not be asked for the rows of the clients, so nobody knows/,
    );
    expect(formatMessage(sentence, "zh")).toContain("无法向主库查询客户端写入的行");
    expect(notes.map(({ text }) => text)).toContain(
      "These servers could not be asked for their rows: db1, db2.",
    );
  });

  it("is broken off where a write is on no server that was asked: they may apply it later", () => {
    const record = deafDrill();
    const ledgers = record.ledgers.map((one) =>
      one.rows === null
        ? one
        : { ...one, rows: one.rows.map((rows) => rows.filter(({ seq }) => seq !== 40)) },
    );
    const missing = { ...record, ledgers };
    expect(judgeDrill(missing, findDrill(missing), whole).kind).toBe("broken_off");
  });

  it("is broken off where the group had no primary to ask, and failed where writes were late besides", () => {
    const record = recordedDrill({ ways: ["vip"] });
    const leaderless = { ...record, ledgers: record.ledgers.map((one) => ({ ...one, isPrimary: false })) };
    const found = findDrill(leaderless);
    expect(judgeDrill(leaderless, found, whole).kind).toBe("broken_off");
    expect(judgeDrill({ ...leaderless, objectiveMs: 5_000 }, found, whole).kind).toBe("failed");
  });
});

describe("the notes of a verdict", () => {
  it("tell phantoms, stale reads and what is unknown, and do not fail it", () => {
    const { kind, notes } = judge({
      phantom: rows(3, 4),
      staleReads: 2,
      unknownThere: { count: 21, first: rows(5, 6).first },
      unknownAbsent: rows(9),
    });
    expect(kind).toBe("passed");
    expect(notes.map(({ text }) => text).slice(0, 4)).toEqual([
      "Phantom rows through VIP: 2 writes that were refused or never sent are there, with the numbers 3, 4.",
      "2 reads through VIP missed a row that had been acknowledged to the same client.",
      "Unknown through VIP: 21 writes of which the client was not told the outcome are there, with the numbers 5, 6, ….",
      "Unknown through VIP: 1 writes of which the client was not told the outcome are not there, with the numbers 9.",
    ]);
  });

  it("hold the gap of the VIP against what was predicted, with its error", () => {
    const gap = (gapMs: number, errorMs: number) => ({
      writeGap: { fromMs: 0, toMs: gapMs, gapMs, errorMs, isOpen: false },
    });
    expect(judge(gap(11_000, 40)).codes).toContain("drill_note.within");
    expect(judge(gap(27_000, 40)).codes).toContain("drill_note.above");
    expect(judge(gap(27_000, 900)).codes).toContain("drill_note.within");
    expect(judge(gap(6_000, 40)).codes).toContain("drill_note.below");
    const note = judge(gap(11_000, 40)).notes.find(({ code }) => code === "drill_note.within");
    expect(note?.text).toBe(
      "10.3 s to 26.6 s was predicted. The measured 11 s, or up to 40 ms less, lies in this range.",
    );
    expect(judge({}, { findings: { estimate: null } }).codes).toContain("drill_note.unpredicted");
    expect(judge({}, { order: { ways: ["router"] } }).codes).not.toContain("drill_note.within");
  });

  it("hold the gap of a proxy against what was predicted of it, and name it", () => {
    const { found } = play({ ways: ["router"] });
    const endpoint = found.endpoints[0]?.endpoint ?? { address: "", port: 0 };
    const { estimate } = found;
    if (estimate === null) throw new Error("an estimate");
    const wayEstimates = [{ endpoint, estimate: { ...estimate, minMs: 10_000, maxMs: 26_700 } }];
    const notesOf = (gapMs: number) => {
      const writeGap = { fromMs: 0, toMs: gapMs, gapMs, errorMs: 40, isOpen: false };
      return judge({ writeGap }, { order: { ways: ["router"] }, findings: { wayEstimates } }).notes;
    };
    expect(notesOf(11_000).find(({ code }) => code === "drill_note.within_way")?.text).toBe(
      "Through Router app1, 10 s to 26.7 s was predicted. The measured 11 s, or up to 40 ms less, lies in this range.",
    );
    expect(notesOf(27_000).map(({ code }) => code)).toContain("drill_note.above_way");
    expect(notesOf(9_000).map(({ code }) => code)).toContain("drill_note.below_way");
  });

  it("name the longest phase, what decides it, and what changing that would give", () => {
    const late = judge().notes.map(({ text }) => text);
    const at = late.findIndex((text) => text.startsWith("Longest phase: expulsion, 5.65 s."));
    expect(at).toBeGreaterThanOrEqual(0);
    expect(late[at + 1]).toContain("group_replication_member_expel_timeout = 0 would make it");
    const soon = judge({}, { order: { ways: ["vip"], expelSeconds: 0 } }).notes.map(({ text }) => text);
    expect(soon).toContainEqual(
      expect.stringMatching(/^Longest phase: suspicion, 5\.28 s\. The group notices/),
    );
    expect(soon.join()).not.toContain("would make it");
  });

  it("compare the ways, the quickest first", () => {
    const { notes } = judge(after(null), { order: {} });
    expect(notes.at(-1)?.text).toMatch(
      /^Writes were back after: 11\.4 s ± \d\d\.?\d* ms through Router app1, never through VIP\.$/,
    );
    expect(judge().codes).not.toContain("drill_note.ways");
  });

  it("name the servers that could not be asked", () => {
    expect(judge().notes.map(({ text }) => text)).toContain(
      "These servers could not be asked for their rows: db1.",
    );
    expect(judge().codes).not.toContain("drill_note.primary_unread");
  });
});
