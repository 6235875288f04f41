import type { DowntimeEstimate, IncidentClients, ProbeLane } from "@primacy/contract";
import type { StripRun } from "../drill/findings/draw-strip";
import type { DrillFrame } from "../drill/findings/drill-record";
import type { HostStory, PlacedFrame, PlacedLook } from "../drill/findings/host-story";
import type { OpenIncident } from "./incident-course";
import type { IncidentLook } from "./incident-look";

/** All that is known of an incident. Instants are of the console's monotonic clock, but those within frames. */
export interface IncidentRecord {
  readonly incident: OpenIncident;
  /** In the order in which each host said them; of the time around the incident. */
  readonly frames: readonly DrillFrame[];
  /** For how long writes would stop after each fault, by what the servers had set; empty: not known. */
  readonly estimates: readonly DowntimeEstimate[];
  /** Silence after which the group misses a member, in milliseconds. */
  readonly noticedMs: number;
  /** The watch did not see all of it. */
  readonly isPartial: boolean;
  /** What the standing probers met, of those that met an outage. */
  readonly clients: readonly IncidentClients[];
  /** What each standing prober was told, on the console's monotonic clock. */
  readonly probed: readonly ProbedRuns[];
  readonly nowMs: number;
  /** From here on every frame is there; of the time before, those around the beginning are, and others may be gone. */
  readonly framesSinceMs: number;
}

/** The attempts of one standing prober in a row. */
export interface ProbedRuns {
  readonly label: string;
  readonly lane: ProbeLane;
  readonly runs: readonly StripRun[];
}

/** A clock that nobody compared yet: what was said by it cannot be placed. */
const unknownClockMs = 3_600_000;

/** What each host with a member said, counted from `zeroMs`; frames of another boot stand on the clock that they were told with. */
export function placeStories(
  { members }: Pick<IncidentLook, "members">,
  frames: readonly DrillFrame[],
  zeroMs: number,
): readonly HostStory[] {
  return members.flatMap(({ serverUuid, name, hostId }) => {
    if (hostId === null) return [];
    const own = frames.filter((one) => one.hostId === hostId && one.errorMs < unknownClockMs);
    return [{ server: { serverUuid, name, hostId }, ...placeFrames(own, zeroMs) }];
  });
}

function placeFrames(own: readonly DrillFrame[], zeroMs: number): Pick<HostStory, "frames" | "looks"> {
  const frames: PlacedFrame[] = [];
  const looks = new Map<string, PlacedLook>();
  for (const { status, offsetMs, errorMs } of own) {
    const { clock, mysql } = status;
    frames.push({ atMs: clock.monotonicMs + offsetMs - zeroMs, errorMs, status });
    const key = `${clock.bootId} ${mysql.observedMonotonicMs}`;
    if (!looks.has(key))
      looks.set(key, { atMs: mysql.observedMonotonicMs + offsetMs - zeroMs, errorMs, mysql });
  }
  const inOrder = (a: { atMs: number }, b: { atMs: number }): number => a.atMs - b.atMs;
  return { frames: frames.sort(inOrder), looks: [...looks.values()].sort(inOrder) };
}
