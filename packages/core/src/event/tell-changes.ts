import { type ComparedTopology, diffTopology } from "./diff";
import type { Sights } from "./observation";
import { explainReleases } from "./release-cause";
import { type TimedEvent, timeEvents } from "./time-events";

/**
 * What happened between two pictures, with why and when, in the order in which it was seen. `sights` is what the newer one
 * was made from.
 */
export function tellChanges(
  previous: ComparedTopology,
  next: ComparedTopology,
  sights: Sights,
): readonly TimedEvent[] {
  const events = explainReleases(diffTopology(previous, next), next, sights.agents);
  return timeEvents(events, { previous, next, sights });
}
