import {
  type DrillEndpointOutcome,
  type DrillFindings,
  type DrillGap,
  type DrillVerdict,
  joinMessages,
  type Message,
  message,
  messageWith,
} from "@primacy/contract";
import { describeEnding } from "../order/describe-ending";
import { traitsOf } from "../order/fault-traits";
import type { DrillEnding, DrillRecord } from "./drill-record";
import { listStories } from "./host-story";
import { findDualHolders } from "./judge-halt";
import { listFaultNotes, listPaceNotes } from "./verdict-notes";

/** A way that answered no write for so long up to the last attempt, although some were tried, was not there at the end. */
const downMs = 1_000;

/**
 * The verdict of a drill, with its figures. Lost acknowledged writes, writes that two servers took at once, and an address that two kernels had at once
 * always fail it. Else it is what its ending says; one that came to its end is not tested where the fault was not seen to take effect or ended by itself, fails where writes came back through a way
 * later than the objective, were away for longer than it, or are away at the end, and is broken off where the primary could not be asked for the rows: then
 * nobody knows whether something is lost.
 */
export function judgeDrill(record: DrillRecord, findings: DrillFindings, ending: DrillEnding): DrillVerdict {
  const faults = listFaultNotes(record, findings);
  const rows = describeRows(record, findings);
  if (rows.isBroken) {
    const told = ending.kind === "whole" ? [] : [describeEnding(ending).sentence];
    const time = record.injection === null || told.length > 0 ? [] : [describeTime(record, findings).text];
    const sentence = joinMessages([...rows.texts, ...time]);
    return { kind: "failed", sentence, notes: [...told, ...faults, ...paceOf(record, findings)] };
  }
  if (ending.kind !== "whole") return { ...describeEnding(ending), notes: faults };
  if (record.injection === null)
    return { kind: "not_tested", sentence: message("drill_found.no_effect"), notes: faults };
  if (record.earlyEnd != null) {
    const sentence = messageWith("drill_found.early_end", {}, { reason: record.earlyEnd });
    return { kind: "not_tested", sentence, notes: [...rows.texts, ...faults] };
  }
  const time = describeTime(record, findings);
  const kind = !time.isMet ? "failed" : rows.isKnown ? "passed" : "broken_off";
  const sentence = joinMessages([time.text, ...rows.texts]);
  return { kind, sentence, notes: [...faults, ...paceOf(record, findings)] };
}

function paceOf(record: DrillRecord, findings: DrillFindings): readonly Message[] {
  return record.injection === null ? [] : listPaceNotes(record, findings);
}

interface RowsSaid {
  readonly isBroken: boolean;
  readonly isKnown: boolean;
  readonly texts: readonly Message[];
}

function describeRows(record: DrillRecord, { endpoints }: DrillFindings): RowsSaid {
  const sum = (of: (one: DrillEndpointOutcome) => number): number =>
    endpoints.reduce((total, one) => total + of(one), 0);
  const acked = countAsked(record) ?? sum(({ attempts }) => attempts.acked);
  const holders = findDualHolders(record, listStories(record));
  const dual = sum(({ dualWrites }) => dualWrites);
  const lost = sum((one) => one.lost?.count ?? 0);
  const isKnown = endpoints.length > 0 && endpoints.every((one) => one.lost !== null);
  const isAsked = record.ledgers.some(({ rows }) => rows !== null);
  const unknown = message(isAsked ? "drill_found.primary_unread" : "drill_found.unread");
  const texts = [
    ...(holders === null ? [] : [holders]),
    ...(dual > 0 ? [message("drill_found.dual", { count: dual })] : []),
    ...(lost > 0
      ? [message("drill_found.lost", { count: lost, acked })]
      : [isKnown ? message("drill_found.none_lost", { acked }) : unknown]),
  ];
  return { isBroken: lost > 0 || dual > 0 || holders !== null, isKnown, texts };
}

/** How many acknowledged writes the servers were asked for: what was acknowledged later nobody looked up. Null: the record does not say when. */
function countAsked({ probe, ledgersRead }: DrillRecord): number | null {
  if (ledgersRead === undefined) return null;
  const byMs = ledgersRead.fromMs - probe.offsetMs - probe.errorMs;
  return probe.samples.filter((one) => one.lane === "write" && one.error === null && one.endedMs <= byMs)
    .length;
}

interface TimeSaid {
  readonly isMet: boolean;
  readonly text: Message;
}

/** The worst that is to be said of the time that writes were away, over all ways. */
function describeTime(record: DrillRecord, { endpoints, toMs }: DrillFindings): TimeSaid {
  const { objectiveMs, fault } = record;
  const never = endpoints.find(({ firstAfter }) => firstAfter.writeMs === null);
  if (never !== undefined) {
    const ms = Math.max(0, toMs);
    return fail(message("drill_found.never", { endpoint: never.label, ms, objectiveMs }));
  }
  if (!traitsOf(fault).takesPrimary) return describeStop(objectiveMs, endpoints);
  const [worst] = endpoints.toSorted((a, b) => (b.firstAfter.writeMs ?? 0) - (a.firstAfter.writeMs ?? 0));
  const ms = worst?.firstAfter.writeMs ?? 0;
  const back = { ms, errorMs: worst?.firstAfter.writeErrorMs ?? 0, objectiveMs };
  if (worst !== undefined && ms > objectiveMs)
    return fail(message("drill_found.late", { endpoint: worst.label, ...back }));
  for (const { label, writeGap, firstAfter } of endpoints)
    if (writeGap !== null && writeGap.gapMs > objectiveMs && writeGap.fromMs >= (firstAfter.writeMs ?? 0))
      return failStop(objectiveMs, label, writeGap);
  const down = endpoints.find(isDown);
  if (down !== undefined) return fail(message("drill_note.down", { endpoint: down.label }));
  const ways = endpoints.length;
  const text =
    ways > 1 ? message("drill_found.back_all", { ways, ...back }) : message("drill_found.back", back);
  return { isMet: true, text };
}

/** Where the primary stays: writes need not stop, or do so later, so that the longest stop is all that counts. */
function describeStop(objectiveMs: number, endpoints: DrillFindings["endpoints"]): TimeSaid {
  const [worst] = endpoints.toSorted((a, b) => (b.writeGap?.gapMs ?? 0) - (a.writeGap?.gapMs ?? 0));
  const gap = worst?.writeGap ?? null;
  const ms = gap?.gapMs ?? 0;
  if (worst !== undefined && gap !== null && ms > objectiveMs) return failStop(objectiveMs, worst.label, gap);
  const down = endpoints.find(isDown);
  if (down !== undefined) return fail(message("drill_note.down", { endpoint: down.label }));
  return { isMet: true, text: message("drill_found.stopped", { ms, objectiveMs }) };
}

function failStop(objectiveMs: number, endpoint: string, { gapMs: ms, errorMs }: DrillGap): TimeSaid {
  return fail(message("drill_found.again", { endpoint, ms, errorMs, objectiveMs }));
}

function fail(text: Message): TimeSaid {
  return { isMet: false, text };
}

/** The last writes of a way were tried, and in vain. */
function isDown({ strips }: DrillEndpointOutcome): boolean {
  const spans = strips.write ?? [];
  const toMs = spans.at(-1)?.toMs ?? 0;
  const ackedMs = spans.findLast(({ outcome }) => outcome === "acked")?.toMs ?? Number.NEGATIVE_INFINITY;
  return spans.length > 0 && toMs - ackedMs > downMs;
}
