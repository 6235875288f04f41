import { probeOutstanding } from "@primacy/contract";
import type { Finding } from "../../check/build-check";
import type { DrillSnapshot } from "./drill-snapshot";
import { lookAgainMs } from "./fault-traits";

/** A client gives up a write that hangs, and signs in anew, after so long. Milliseconds. */
const hangsMs = 2_000;
/** For what is no write: reads, logins, and who looks at the server meanwhile. */
const spare = 20;

/**
 * Whether the primary has sessions for all writes that hang while its disk is full: a client that gives one up takes another session, and the server keeps
 * the first one until there is space. Nothing of any other fault, nor where the primary did not tell.
 */
export function judgeSessions({
  request: { fault },
  ways,
  sessions,
}: Pick<DrillSnapshot, "request" | "ways" | "sessions">): readonly Finding[] {
  if (fault.kind !== "fill_disk" || sessions === undefined) return [];
  const { used, most } = sessions;
  const hungMs = fault.seconds * 1_000 + lookAgainMs;
  const needed = Math.ceil((probeOutstanding * ways.length * hungMs) / hangsMs) + spare;
  const params = { used, most, needed, least: used + needed };
  if (used + needed <= most) return [{ result: "pass", evidence: "check.drill_sessions.pass", params }];
  return [
    {
      result: "warn",
      evidence: "check.drill_sessions.warn",
      remedy: "check.drill_sessions.remedy",
      params,
    },
  ];
}
