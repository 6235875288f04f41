import {
  type DowntimeShare,
  type DrillEndpointOutcome,
  type DrillFindings,
  type DrillGap,
  type DrillPhaseName,
  type DrillReaderOutcome,
  joinMessages,
  type Message,
  message,
  messageWith,
} from "@primacy/contract";
import { describeSpan } from "../../check/describe-span";
import { nameEndpoint } from "../name-endpoint";
import { traitsOf } from "../order/fault-traits";
import { isSameEndpoint } from "../same-endpoint";
import type { DrillRecord } from "./drill-record";

/** What is wrong, or not known, with the writes and the reads of each way. */
export function listFaultNotes({ ledgers }: DrillRecord, { endpoints }: DrillFindings): Message[] {
  const unread = ledgers.filter(({ rows }) => rows === null);
  const servers = unread.map(({ server }) => server).join(", ");
  const isAsked = unread.length < ledgers.length;
  return [
    ...endpoints.flatMap(listWayNotes),
    ...(isAsked && unread.length > 0 ? [message("drill_note.unread", { servers })] : []),
  ];
}

type Rows = NonNullable<DrillEndpointOutcome["lost"]>;

function listWayNotes(way: DrillEndpointOutcome): Message[] {
  const { label: endpoint, lost, phantom, dualWrites, staleReads, unknownThere, unknownAbsent } = way;
  return [
    ...noteRows("lost", endpoint, lost),
    ...noteRows("phantom", endpoint, phantom),
    ...(dualWrites > 0 ? [message("drill_note.dual", { endpoint, count: dualWrites })] : []),
    ...((staleReads ?? 0) > 0 ? [message("drill_note.stale", { endpoint, count: staleReads ?? 0 })] : []),
    ...noteRows("unknown_there", endpoint, unknownThere),
    ...noteRows("unknown_absent", endpoint, unknownAbsent),
  ];
}

/** What the numbers of the rows are called in each note. */
const listedAs = {
  lost: "missing",
  phantom: "extra",
  unknown_there: "there",
  unknown_absent: "absent",
} as const;

function noteRows(what: keyof typeof listedAs, endpoint: string, rows: Rows | null): Message[] {
  if (rows === null || rows.count === 0) return [];
  const { count, first } = rows;
  const named = [...first.map(String), ...(count > first.length ? ["…"] : [])].join(", ");
  return [message(`drill_note.${what}`, { endpoint, count, [listedAs[what]]: named })];
}

/** How long it took beside what was predicted, why, and what would make it shorter. */
export function listPaceNotes(record: DrillRecord, findings: DrillFindings): readonly Message[] {
  const takes = traitsOf(record.fault).takesPrimary;
  return [
    ...listAway(findings),
    ...noteMoved(record, findings),
    ...noteRange(record, findings),
    ...noteProxies(findings),
    ...(findings.readers ?? []).flatMap((reader) => noteReader(reader, findings.endpoints[0])),
    // Where the primary stays, writes do not wait for a phase.
    ...(takes ? [...noteLongest(record, findings), ...noteWays(findings.endpoints)] : []),
  ];
}

function listAway({ endpoints, toMs }: DrillFindings): Message[] {
  const ms = Math.max(0, toMs);
  return endpoints
    .filter(({ firstAfter }) => firstAfter.writeMs === null)
    .map(({ label }) => message("drill_note.never", { endpoint: label, ms }));
}

/** That a fault took the primary which should have left it where it was. */
function noteMoved({ fault, primary }: DrillRecord, { marks }: DrillFindings): Message[] {
  const elected = marks.find(({ phase }) => phase === "elected");
  if (traitsOf(fault).takesPrimary || elected === undefined) return [];
  const { atMs: ms, errorMs, detail } = elected;
  const member = detail?.params.member;
  return [
    message("drill_note.moved", {
      primary: primary.name,
      member: String(member ?? "-"),
      ms: Math.max(0, ms),
      errorMs,
    }),
  ];
}

const unforeseenNotes = {
  link: "drill_note.unforeseen",
  load: "drill_note.unforeseen_load",
  proxy: "drill_note.unforeseen_proxy",
  disk: "drill_note.unforeseen_disk",
  unknown: "drill_note.unpredicted",
} as const;

/** Of the ways through a VIP, for which alone it is predicted. */
function noteRange({ ways, fault }: DrillRecord, { estimate, endpoints }: DrillFindings): Message[] {
  if (estimate === null) return [message(unforeseenNotes[traitsOf(fault).unforeseen ?? "unknown"])];
  const gaps = endpoints.flatMap(({ writeGap, firstAfter }, at) =>
    ways[at]?.isVip === true && writeGap !== null && firstAfter.writeMs !== null ? [writeGap] : [],
  );
  const [gap] = gaps.toSorted((a, b) => b.gapMs - a.gapMs);
  if (gap === undefined) return [];
  const span = describeSpan(estimate);
  return [
    messageWith(`drill_note.${placeGap(gap, estimate)}`, { ms: gap.gapMs, errorMs: gap.errorMs }, { span }),
  ];
}

/** Of each way through a proxy of which it was predicted. */
function noteProxies({ endpoints, wayEstimates }: DrillFindings): Message[] {
  return wayEstimates.flatMap(({ endpoint, estimate }) => {
    const way = endpoints.find((one) => isSameEndpoint(one.endpoint, endpoint));
    const gap = way?.writeGap ?? null;
    if (way === undefined || gap === null || way.firstAfter.writeMs === null) return [];
    const params = { endpoint: way.label, ms: gap.gapMs, errorMs: gap.errorMs };
    const span = describeSpan(estimate);
    return [messageWith(`drill_note.${placeGap(gap, estimate)}_way`, params, { span })];
  });
}

/** Where a gap lies: the outage itself may have been shorter by the error. */
function placeGap(
  { gapMs, errorMs }: DrillGap,
  { minMs, maxMs }: { readonly minMs: number; readonly maxMs: number },
): "below" | "within" | "above" {
  if (gapMs < minMs) return "below";
  return gapMs - errorMs > maxMs ? "above" : "within";
}

/** What became of the reads of a way that is only read through: the objective is for writes, so that this is no reason to fail. */
function noteReader(reader: DrillReaderOutcome, first: DrillEndpointOutcome | undefined): Message[] {
  const { lag, readGap, awayMs: ms } = reader;
  const endpoint = nameEndpoint(reader);
  const away = ms < leastAwayMs ? [] : [message("drill_note.reads_away", { endpoint, ms })];
  const gap =
    readGap === null
      ? []
      : [message("drill_note.reads", { endpoint, ms: readGap.gapMs, errorMs: readGap.errorMs })];
  if (lag === null) {
    const written = first === undefined ? "" : nameEndpoint(first);
    return [message("drill_note.reads_unknown", { endpoint, written }), ...gap, ...away];
  }
  const { highestMs: lagMs, errorMs: lagErrorMs } = lag;
  return [message("drill_note.reads_lag", { endpoint, lagMs, lagErrorMs }), ...gap, ...away];
}

/** Reads that failed for less at the end may have been asked for while the last of the heal was done. */
const leastAwayMs = 1_000;

const ended = ["suspected", "expelled", "elected", "writable", "vip_taken", "first_write"] as const;

/** What is over once a write is acknowledged, also where somebody looked only later. */
const ofGroup: ReadonlySet<DrillPhaseName> = new Set(["suspected", "expelled", "elected", "writable"]);

/** Whose share a phase is, and which variable makes it longer or shorter. */
const shares: Readonly<Partial<Record<DrillPhaseName, { share: DowntimeShare; variable: string | null }>>> = {
  suspected: { share: "notice", variable: "group_replication_communication_flp_timeout" },
  expelled: { share: "expel", variable: "group_replication_member_expel_timeout" },
  elected: { share: "elect", variable: null },
  writable: { share: "elect", variable: null },
  vip_taken: { share: "vip", variable: null },
};

/** The phase that took longest from the one before it, with what decides it, and what changing that would give. */
function noteLongest({ fault }: DrillRecord, { marks, estimate }: DrillFindings): Message[] {
  // Who leaves in order is not expelled, and nobody waits for that.
  const counted = ended.filter((phase) => fault.kind !== "stop_mysqld" || phase !== "expelled");
  const writtenAtMs = marks.find(({ phase }) => phase === "first_write")?.atMs ?? Number.POSITIVE_INFINITY;
  const found = counted.flatMap((phase) => {
    const mark = marks.find((one) => one.phase === phase);
    if (mark === undefined) return [];
    return [{ phase, atMs: ofGroup.has(phase) ? Math.min(mark.atMs, writtenAtMs) : mark.atMs }];
  });
  const spans = found.map(({ phase, atMs }, index) => ({
    phase,
    ms: Math.max(0, atMs - (found[index - 1]?.atMs ?? 0)),
  }));
  const [longest] = spans.toSorted((a, b) => b.ms - a.ms);
  if (longest === undefined) return [];
  const { ms } = longest;
  // A view that shows another primary shows that the old one is out, also where nobody looked in between.
  const isOutUnseen =
    longest.phase === "elected" &&
    !found.some(({ phase }) => phase === "expelled") &&
    (estimate?.parts ?? []).some(({ share }) => share === "expel");
  const about = shares[isOutUnseen ? "expelled" : longest.phase];
  const phase = message(`drill_phase.${longest.phase}`);
  const [why] = (estimate?.parts ?? [])
    .filter(({ share }) => about !== undefined && share === about.share)
    .toSorted((a, b) => b.maxMs - a.maxMs)
    .map(({ text }) => text);
  const advice = (estimate?.advice ?? []).filter(({ variable }) => variable === about?.variable);
  return [
    why === undefined
      ? messageWith("drill_note.longest", { ms }, { phase })
      : messageWith("drill_note.longest_why", { ms }, { phase, why }),
    ...advice.map(({ text }) => text),
  ];
}

function noteWays(endpoints: DrillFindings["endpoints"]): Message[] {
  if (endpoints.length < 2) return [];
  const each = endpoints
    .toSorted(
      (a, b) =>
        (a.firstAfter.writeMs ?? Number.POSITIVE_INFINITY) -
        (b.firstAfter.writeMs ?? Number.POSITIVE_INFINITY),
    )
    .map(({ label, firstAfter: { writeMs: ms, writeErrorMs: errorMs = 0 } }) =>
      ms === null
        ? message("drill_note.way_never", { endpoint: label })
        : message("drill_note.way", { endpoint: label, ms, errorMs }),
    );
  return [messageWith("drill_note.ways", {}, { ways: joinMessages(each, "text.list") })];
}
