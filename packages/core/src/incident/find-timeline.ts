import type { DrillArpLane, IncidentStrip, IncidentTimeline } from "@primacy/contract";
import { drawLanes } from "../drill/findings/draw-lanes";
import { drawRuns } from "../drill/findings/draw-strip";
import { drawAnswers, namesOfCards, readAnswers } from "../drill/findings/find-arp";
import { type HostStory, sameAddress } from "../drill/findings/host-story";
import { roundMs } from "./find-marks";
import type { IncidentStart } from "./find-start";
import type { IncidentRecord, ProbedRuns } from "./incident-record";
import { joinTimelines } from "./join-timelines";

/** So much from before the beginning is told, to see what was the case then. */
const leadMs = 10_000;

/**
 * What was seen of an incident by now; `stories` are placed from its beginning. Of `known`, which was found before, nothing is dropped whose
 * frames are gone. Null: nothing was seen.
 */
export function findTimeline(
  record: IncidentRecord,
  stories: readonly HostStory[],
  start: IncidentStart,
  known: IncidentTimeline | null,
): IncidentTimeline | null {
  const { incident, nowMs, framesSinceMs, probed } = record;
  const { members, vips } = incident.before;
  const whole = { fromMs: -leadMs, toMs: roundMs(Math.max(0, nowMs - start.atMs)) };
  const strips = probed.map((one) => drawProbed(one, start, whole)).filter(({ spans }) => spans.length > 0);
  if (stories.every(({ frames }) => frames.length === 0) && strips.length === 0) return known;
  const addresses = vips.map(({ address }) => address);
  const found = {
    ...whole,
    lanes: {
      ...drawLanes({ stories, servers: members, addresses, whole }),
      arp: findArp(record, stories, addresses, whole),
    },
    strips,
  };
  return known === null ? found : joinTimelines(known, found, framesSinceMs - start.atMs);
}

/** As each host with a member asked the wire: hosts of two segments may be answered by two. */
function findArp(
  { frames }: IncidentRecord,
  stories: readonly HostStory[],
  addresses: readonly string[],
  whole: Pick<IncidentTimeline, "fromMs" | "toMs">,
): DrillArpLane[] {
  const names = namesOfCards({ frames, servers: stories.map(({ server }) => server) });
  return addresses.flatMap((address) =>
    stories.flatMap(({ server: { name }, frames: own }) => {
      // What a host that never asked had itself is its kernel's word, and told as such.
      const hasAsked = own.some(({ status }) => status.wire.some((one) => sameAddress(one.address, address)));
      if (!hasAsked) return [];
      const answers = readAnswers(own, { address, own: name, names });
      return [{ address, askedBy: name, spans: drawAnswers(answers, whole) }];
    }),
  );
}

function drawProbed(
  { label, lane, runs }: ProbedRuns,
  { atMs: zeroMs }: IncidentStart,
  whole: Pick<IncidentTimeline, "fromMs" | "toMs">,
): IncidentStrip {
  const placed = runs
    .map((run) => ({ ...run, fromMs: run.fromMs - zeroMs, toMs: run.toMs - zeroMs }))
    .filter(({ fromMs, toMs }) => toMs > whole.fromMs && fromMs < whole.toMs);
  return { label, lane, spans: drawRuns(placed) };
}
