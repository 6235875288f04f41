import { agentVersion } from "../run/version";
import { acquireExclusiveRight, type ExclusiveRight } from "../vip/exclusive";

/**
 * Takes the right to be the one process that keeps the deadlines of a host; null: another one has it. That one reads the journal once more after it
 * gave the right up, so that no act that is in the journal by now is left without. A process of another release has a right of its own: it may not
 * know the form of a record. Throws what the system says otherwise.
 */
export function acquireDeadlines(hostId: string): Promise<ExclusiveRight | null> {
  return acquireExclusiveRight(`host-deadlines/${hostId}/${agentVersion}`);
}
