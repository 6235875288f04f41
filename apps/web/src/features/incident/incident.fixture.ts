import type { IncidentDetail } from "@primacy/contract";
import { addAttempt, type StripRun } from "../../../../../packages/core/src/drill/findings/draw-strip";
import { describeIncident } from "../../../../../packages/core/src/incident/describe-incident";
import {
  dead,
  look,
  recordOf,
  taken,
  zeroMs,
} from "../../../../../packages/core/src/incident/incident.fixture";
import { clusterId, idOf } from "../vip/console-page.fixture";

const wellMs = -1_000;
const clients = [
  {
    address: "10.77.0.100",
    port: 3306,
    label: "VIP",
    lane: "write" as const,
    gapMs: 7_200,
    errorMs: 1_050,
    isOpen: false,
  },
];

/** mysqld of db1 was killed, and db2 took over; with `lasts` it did not yet, with `partial` the console did not see it all. */
export function incidentOf(
  n: number,
  startedAt: string,
  how: { readonly lasts?: boolean; readonly partial?: boolean } = {},
): IncidentDetail {
  const { lasts = false, partial = false } = how;
  const looks = lasts ? [look(wellMs), look(100, dead)] : [look(wellMs), look(100, dead), look(7_000, taken)];
  const whole = recordOf(looks);
  const untilMs = zeroMs + (lasts ? 3_000 : 20_000);
  const frames = whole.frames.filter(({ status, offsetMs }) => status.clock.monotonicMs + offsetMs < untilMs);
  const record = {
    ...whole,
    frames: partial ? [] : frames,
    isPartial: partial,
    clients: partial || lasts ? [] : clients,
    probed: partial
      ? []
      : [{ label: "VIP 10.77.0.100:3306", lane: "write" as const, runs: probedUntil(untilMs) }],
    nowMs: untilMs,
  };
  const { start, endedMs, ...told } = describeIncident(record, false);
  return {
    ...told,
    id: idOf(n),
    clusterId,
    startedAt,
    startErrorMs: Math.ceil(start.errorMs),
    endedAt: lasts ? null : new Date(Date.parse(startedAt) + 7_000).toISOString(),
  };
}

/** The prober's client was told nothing while the address was away. */
function probedUntil(untilMs: number): readonly StripRun[] {
  const runs: StripRun[] = [];
  for (let atMs = zeroMs - 9_600; atMs < untilMs; atMs += 1_000) {
    const isAway = atMs > zeroMs && atMs < zeroMs + 6_900;
    const outcome = isAway ? "unknown" : "acked";
    addAttempt(runs, { fromMs: atMs, toMs: atMs + 1_000, outcome, server: null });
  }
  return runs;
}
