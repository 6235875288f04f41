import type {
  DowntimeEstimate,
  DowntimeFault,
  DowntimeShare,
  Incident,
  IncidentCause,
} from "@primacy/contract";
import { sumParts } from "../check/downtime";

/** The fault whose estimate fits a cause; a server that left in order, or of which nothing is known, has none. */
const faultOf: Readonly<Record<IncidentCause, DowntimeFault | null>> = {
  server_killed: "crash",
  server_gone: "crash",
  server_hung: "freeze",
  host_silent: "partition",
  expelled: "partition",
  ordered_elsewhere: "switchover",
  server_stopped: null,
  left: null,
  left_error: null,
  no_majority: null,
  address_lost: null,
  unknown: null,
};
const groupShares: readonly DowntimeShare[] = ["notice", "expel", "restart", "elect"];

/** For how long writes would stop, by the variables; without VIPs only the group's share. A server that stays down is not refused as an old instance of itself. */
export function predictIncident(
  estimates: readonly DowntimeEstimate[],
  cause: IncidentCause,
  { hasVip, isRestarted }: { readonly hasVip: boolean; readonly isRestarted: boolean },
): Incident["predicted"] {
  const estimate = estimates.find((one) => one.path === "vip" && one.fault === faultOf[cause]);
  if (estimate === undefined) return null;
  const parts = estimate.parts.filter(
    ({ share }) =>
      (share !== "restart" || isRestarted) &&
      (hasVip || estimate.fault === "switchover"
        ? hasVip || share !== "vip"
        : share !== undefined && groupShares.includes(share)),
  );
  return sumParts(parts);
}
