import {
  type DrillFindings,
  type DrillPhaseName,
  type LogPriority,
  type Message,
  type ProbeLane,
  type ProbeOutcome,
  withPort,
} from "@primacy/contract";
import type { Tone } from "@primacy/ui";
import { outcomeTone } from "../drill-tone";
import { nameWay, placeOfWay } from "../name-way";
import { listLogTicks } from "./log-ticks";

/** A stretch of a lane with what was the case. */
export interface LaneBar {
  readonly fromMs: number;
  readonly toMs: number;
  readonly label: string;
  readonly tone: Tone;
  /** An instant more than a stretch: it is drawn as high as its tone is loud. */
  readonly isTick?: boolean;
}

/** One lane of the timeline: a heading over several, or bars. */
export interface TimelineLane {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly bars: readonly LaneBar[];
}

/** How what lanes say is put into words. */
export interface LaneWords {
  readonly groups: Readonly<
    Record<"predicted" | "views" | "readOnly" | "addresses" | "arp" | "logs" | "proxies", string>
  >;
  readonly phase: (phase: DrillPhaseName) => string;
  readonly lane: (lane: ProbeLane) => string;
  /** `others`: how many beside these had another outcome, or another server. */
  readonly outcome: (outcome: ProbeOutcome, count: number, others: number) => string;
  /** The worst of some lines of a log, and how many more there are. */
  readonly lines: (worst: string, others: number) => string;
  readonly silent: string;
  readonly readOnly: string;
  readonly writable: string;
  readonly leads: (server: string) => string;
  /** Of a way that is only read through. */
  readonly reader: (endpoint: string) => string;
  /** Why, where it is known. */
  readonly nowhere: (reason: Message | undefined) => string;
  readonly unanswered: string;
  readonly held: string;
  readonly absent: string;
  readonly nobody: string;
}

const lanesOfClients: readonly ProbeLane[] = ["write", "read", "login"];

/** A server's view in one word: what it calls each member; several together where they are alike. */
function describeView(members: readonly { name: string; state: string; role: string }[]): string {
  return members
    .map(({ name, state, role }) => (role === "PRIMARY" ? `${name} ${state} ★` : `${name} ${state}`))
    .join(" · ");
}

function toneOfView(members: readonly { state: string; role: string }[]): Tone {
  if (!members.some(({ role, state }) => role === "PRIMARY" && state === "ONLINE")) return "failed";
  return members.every(({ state }) => state === "ONLINE") && members.length > 0 ? "ok" : "warning";
}

/** What lanes are drawn from: findings of a drill, or what was seen of an incident. */
export interface LaneSource extends Pick<DrillFindings, "fromMs" | "toMs" | "marks" | "predicted" | "lanes"> {
  readonly errorLogs?: DrillFindings["errorLogs"];
  readonly endpoints: readonly {
    readonly label: string;
    readonly strips: Strips;
  }[];
  readonly readers?: DrillFindings["readers"];
}

type Strips = Readonly<Partial<DrillFindings["endpoints"][number]["strips"]>>;

/** Every lane of a timeline, in the order in which it is read: predicted, servers, their logs, kernels, proxies, clients. */
export function listLanes(findings: LaneSource, words: LaneWords): readonly TimelineLane[] {
  const { lanes, endpoints, predicted } = findings;
  const { groups } = words;
  return [
    ...predicted.map(
      ({ phase, minMs, maxMs }): TimelineLane => ({
        id: `predicted ${phase}`,
        group: groups.predicted,
        label: words.phase(phase),
        bars: [{ fromMs: minMs, toMs: maxMs, label: words.phase(phase), tone: "unknown" }],
      }),
    ),
    ...lanes.views.map(
      ({ viewer, spans }): TimelineLane => ({
        id: `view ${viewer}`,
        group: groups.views,
        label: viewer,
        bars: spans.map(({ members, ...span }) =>
          members === null
            ? { ...span, label: words.silent, tone: "unknown" }
            : { ...span, label: describeView(members), tone: toneOfView(members) },
        ),
      }),
    ),
    ...lanes.readOnly.map(
      ({ server, spans }): TimelineLane => ({
        id: `read-only ${server}`,
        group: groups.readOnly,
        label: server,
        bars: spans.map(({ isReadOnly, ...span }) => ({
          ...span,
          label: isReadOnly === null ? words.silent : isReadOnly ? words.readOnly : words.writable,
          tone: isReadOnly === null ? "unknown" : isReadOnly ? "busy" : "ok",
        })),
      }),
    ),
    ...listLogLanes(findings, words),
    ...lanes.addresses.map(
      ({ host, address, spans }): TimelineLane => ({
        id: `address ${host} ${address}`,
        group: `${groups.addresses} ${address}`,
        label: host,
        bars: spans.flatMap(({ isHeld, ...span }): LaneBar[] =>
          isHeld === false
            ? []
            : [
                {
                  ...span,
                  label: isHeld === null ? words.silent : words.held,
                  tone: isHeld === null ? "unknown" : "ok",
                },
              ],
        ),
      }),
    ),
    ...listArpLanes(lanes, words),
    ...listProxyLanes(lanes, words),
    ...endpoints.flatMap(({ label, strips }) => listStripLanes(`strip ${label}`, label, strips, words)),
    ...(findings.readers ?? []).flatMap((reader) =>
      listStripLanes(`reader ${placeOfWay(reader)}`, words.reader(nameWay(reader)), reader.strips, words),
    ),
  ];
}

function listStripLanes(
  id: string,
  group: string,
  strips: Strips,
  words: LaneWords,
): readonly TimelineLane[] {
  return lanesOfClients.flatMap((lane): TimelineLane[] => {
    const spans = strips[lane];
    if (spans === undefined) return [];
    const bars = spans.map(({ outcome, count, server, others = 0, ...span }): LaneBar => {
      const told = words.outcome(outcome, count - others, others);
      return {
        ...span,
        label: server === null ? told : `${told}, ${server}`,
        // What failed is told at least as loud among others as alone.
        tone: others > 0 && outcome !== "refused" ? "warning" : outcomeTone[outcome],
      };
    });
    return [{ id: `${id} ${lane}`, group, label: words.lane(lane), bars }];
  });
}

/** Two that answer for one address are a failure, whatever their kernels say. */
function listArpLanes({ arp = [] }: DrillFindings["lanes"], words: LaneWords): readonly TimelineLane[] {
  return arp.map(({ address, askedBy, spans }) => ({
    id: `arp ${address} ${askedBy}`,
    group: words.groups.arp,
    label: `${address} (${askedBy})`,
    bars: spans.map(({ owners, ...span }): LaneBar => {
      if (owners === null) return { ...span, label: words.silent, tone: "unknown" };
      const label = owners.length === 0 ? words.nobody : `${address}: ${owners.join(", ")}`;
      return {
        ...span,
        label,
        tone: owners.length === 1 ? "ok" : owners.length === 0 ? "warning" : "failed",
      };
    }),
  }));
}

function listProxyLanes({ proxies = [] }: DrillFindings["lanes"], words: LaneWords): readonly TimelineLane[] {
  return proxies.map(({ host, port, spans }) => ({
    id: `proxy ${host} ${port}`,
    group: words.groups.proxies,
    label: withPort(host, port),
    bars: spans.map(({ state, server, reason, ...span }): LaneBar => {
      if (state === null) return { ...span, label: words.silent, tone: "unknown" };
      if (state === "leads") return { ...span, label: words.leads(server ?? ""), tone: "ok" };
      if (state === "nowhere") return { ...span, label: words.nowhere(reason), tone: "failed" };
      return { ...span, label: words.unanswered, tone: "warning" };
    }),
  }));
}

/** A share of the drawing as wide as a tick. */
const tickShare = 1 / 200;

const logTones: Readonly<Record<LogPriority, Tone>> = {
  Error: "failed",
  Warning: "warning",
  System: "unknown",
};

function listLogLanes(findings: LaneSource, words: LaneWords): readonly TimelineLane[] {
  const { fromMs, toMs } = spanOf(findings);
  return (findings.errorLogs ?? []).map((log) => ({
    id: `log ${log.server}`,
    group: words.groups.logs,
    label: log.server,
    bars: listLogTicks(log, (toMs - fromMs) * tickShare).map(({ worst, count, ...span }): LaneBar => {
      const told = `${worst.priority} ${worst.code}: ${worst.text}`;
      return { ...span, label: words.lines(told, count - 1), tone: logTones[worst.priority], isTick: true };
    }),
  }));
}

/** What the drawing shows of a drill's clock: from a little before the fault to a little after the writes are back, or the heal. */
export function spanOf({ fromMs, toMs, marks }: Pick<DrillFindings, "fromMs" | "toMs" | "marks">): {
  readonly fromMs: number;
  readonly toMs: number;
} {
  const healed = marks.find(({ phase }) => phase === "healed");
  return {
    fromMs: Math.max(fromMs, -3_000),
    toMs: Math.max(1_000, Math.min(toMs, (healed?.atMs ?? toMs) + 2_000)),
  };
}
