import {
  type DrillSeriesCreate,
  type ProblemDetail,
  problemDetail,
  proxyServiceTitles,
  type Refusal,
} from "@primacy/contract";
import { chooseProxy } from "@primacy/core/drill";
import { checkSchedule } from "@primacy/core/schedule";
import type { ClusterRecord, Readers } from "@primacy/db";
import { joinRefusals, refuseInvalid } from "../../../server/api/join-refusals";
import { checkFaultMember, refuseDrillOrder } from "../../drill/server/refuse-drill";
import type { Readable } from "../../operation/server/order-route";

/** Every reason against a series by what is stored, as against each of its drills; what is absent is not judged. Whether the group is whole is asked when a drill is due. */
export async function refuseSeries(
  readers: Pick<Readers, "endpoints" | "hosts" | "proxies" | "settings" | "vips">,
  cluster: ClusterRecord,
  { faults = [], endpoints, readEndpoints, observerHostId, schedule, confirm }: Readable<DrillSeriesCreate>,
  now: Date,
): Promise<Refusal | null> {
  return joinRefusals([
    refuseInvalid([
      ...faults.flatMap((fault, index) => checkFaultMember(cluster, fault, `/faults/${index}`)),
      ...(await checkProxies(readers, cluster, faults)),
      ...checkTimes(schedule, now),
    ]),
    await refuseDrillOrder(readers, cluster, { endpoints, readEndpoints, observerHostId, confirm }),
  ]);
}

/** Nobody looks at the plan of a series' drill before it begins: the program of a proxy has to be there to be hit. */
async function checkProxies(
  { proxies }: Pick<Readers, "proxies">,
  { id }: Pick<ClusterRecord, "id">,
  faults: DrillSeriesCreate["faults"],
): Promise<ProblemDetail[]> {
  const known = await proxies.listByCluster(id);
  return faults.flatMap((fault, index) => {
    const nothing = { endpoints: [], readEndpoints: [] };
    if (fault.kind !== "kill_proxy" || chooseProxy(fault, known, nothing) !== null) return [];
    const field = fault.proxyId === null ? "program" : "proxyId";
    const params = { program: proxyServiceTitles[fault.program] };
    return [problemDetail(`/faults/${index}/${field}`, "drill_proxy_absent", params)];
  });
}

function checkTimes(schedule: DrillSeriesCreate["schedule"] | undefined, now: Date): ProblemDetail[] {
  if (schedule === undefined || schedule === null) return [];
  const wrong = checkSchedule(schedule, now);
  return [
    ...(wrong.cron ? [problemDetail("/schedule/cron", "cron_invalid")] : []),
    ...(wrong.timeZone ? [problemDetail("/schedule/timeZone", "time_zone_unknown")] : []),
  ];
}
