import { type HostStory, hasAddress } from "../drill/findings/host-story";
import { isWritable } from "../drill/findings/sighting";
import type { IncidentBegin } from "./incident-course";
import { type IncidentRecord, placeStories } from "./incident-record";

/** When an incident began, on the console's clock: it may have been `errorMs` earlier or later. */
export interface IncidentStart {
  readonly atMs: number;
  readonly errorMs: number;
  /** By whose word; null: by the console's pictures alone. */
  readonly seenBy: string | null;
}

/** A frame is due each second: a host that said one may have been well for so long after it. */
const frameEveryMs = 1_500;
/** Hosts and pictures tell the same thing this much apart. */
const lateMs = 2_000;

/**
 * Between the last look that showed the primary, or its address, and the first that did not: by its own host where that says so,
 * else from its last word to when the console saw it.
 */
export function findStart({ incident, frames }: Pick<IncidentRecord, "incident" | "frames">): IncidentStart {
  const { before, primary, wellMs, seenMs } = incident;
  const own = placeStories(before, frames, 0).find(({ server }) => server.hostId === primary.hostId);
  const change = own === undefined ? null : findChange(own, incident);
  if (change !== null) return between(change, change.errorMs, primary.hostName);
  const last = own?.frames.findLast(({ atMs }) => atMs <= seenMs);
  if (last !== undefined && last.atMs >= wellMs - lateMs) {
    const endMs = Math.max(last.atMs, Math.min(seenMs, last.atMs + frameEveryMs));
    return between({ fromMs: last.atMs, toMs: endMs }, last.errorMs, null);
  }
  return between({ fromMs: Math.min(wellMs, seenMs), toMs: seenMs }, 0, null);
}

interface Change {
  readonly fromMs: number;
  readonly toMs: number;
}

function between({ fromMs, toMs }: Change, clockMs: number, seenBy: string | null): IncidentStart {
  return { atMs: (fromMs + toMs) / 2, errorMs: (toMs - fromMs) / 2 + clockMs, seenBy };
}

/** The last change of the host's own word from well to not well, by the time at which the console saw it. */
function findChange(
  { frames, looks }: HostStory,
  { kind, before, seenMs, wellMs, now }: IncidentBegin & { readonly now: IncidentBegin["before"] },
): (Change & { readonly errorMs: number }) | null {
  const address = before.vips.find(({ vipId }) => now.vips.some((one) => one.vipId === vipId))?.address;
  const told =
    kind === "primary"
      ? looks.map((look) => ({ ...look, isGood: isWritable(look) }))
      : frames.map((frame) => ({
          ...frame,
          isGood: address !== undefined && hasAddress(frame.status, address),
        }));
  const until = told.filter(({ atMs }) => atMs <= seenMs + lateMs);
  const badAt = until.findIndex(
    ({ isGood, atMs }, at) => !isGood && until[at - 1]?.isGood === true && atMs >= wellMs - lateMs,
  );
  const good = until[badAt - 1];
  const bad = until[badAt];
  if (good === undefined || bad === undefined) return null;
  return { fromMs: good.atMs, toMs: bad.atMs, errorMs: bad.errorMs };
}
