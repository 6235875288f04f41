import { type DrillSeriesCreate, type ProblemDetail, problemDetail, type Refusal } from "@primacy/contract";
import { checkSchedule } from "@primacy/core/schedule";
import type { ClusterRecord, Readers } from "@primacy/db";
import { joinRefusals, refuseInvalid } from "../../../server/api/join-refusals";
import { checkFaultMember, refuseDrillOrder } from "../../drill/server/refuse-drill";
import type { Readable } from "../../operation/server/order-route";

/** Every reason against a series by what is stored, as against each of its drills; what is absent is not judged. Whether the group is whole is asked when a drill is due. */
export async function refuseSeries(
  readers: Pick<Readers, "endpoints" | "hosts" | "proxies" | "settings" | "vips">,
  cluster: ClusterRecord,
  { faults = [], endpoints, observerHostId, schedule, confirm }: Readable<DrillSeriesCreate>,
  now: Date,
): Promise<Refusal | null> {
  return joinRefusals([
    refuseInvalid([
      ...faults.flatMap((fault, index) => checkFaultMember(cluster, fault, `/faults/${index}`)),
      ...checkTimes(schedule, now),
    ]),
    await refuseDrillOrder(readers, cluster, { endpoints, observerHostId, confirm }),
  ]);
}

function checkTimes(schedule: DrillSeriesCreate["schedule"] | undefined, now: Date): ProblemDetail[] {
  if (schedule === undefined || schedule === null) return [];
  const wrong = checkSchedule(schedule, now);
  return [
    ...(wrong.cron ? [problemDetail("/schedule/cron", "cron_invalid")] : []),
    ...(wrong.timeZone ? [problemDetail("/schedule/timeZone", "time_zone_unknown")] : []),
  ];
}
