import {
  DrillEndpoint,
  type DrillFault,
  type DrillOrder,
  mostDrillEndpoints,
  type ProblemDetail,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { isSameEndpoint } from "@primacy/core/drill";
import { type ClusterRecord, findDrillLever, type Readers } from "@primacy/db";
import { z } from "zod";
import { joinRefusals, refuseInvalid } from "../../../server/api/join-refusals";
import { checkConfirmation } from "../../cluster/server/find-cluster";
import { readEndpoints } from "../../endpoint/server/read-endpoints";
import type { Readable } from "../../operation/server/order-route";

/** Endpoints that are judged although they are too many: who leaves one out is not to learn only then what is wrong with the others. */
const Judged = z.array(DrillEndpoint).max(4 * mostDrillEndpoints);
export const judgedEndpoints = { endpoints: Judged, readEndpoints: Judged.default([]) };

type Known = Pick<Readers, "endpoints" | "hosts" | "proxies" | "settings" | "vips">;

/** Why a drill is refused before any host is asked; what is absent is not judged. */
export async function refuseDrill(
  readers: Known,
  cluster: ClusterRecord,
  { fault, endpoints, readEndpoints, observerHostId, confirm }: Readable<DrillOrder>,
): Promise<Refusal | null> {
  return refuseInvalid([
    ...(fault === undefined ? [] : checkFaultMember(cluster, fault, "/fault")),
    ...(await checkEndpoints(readers, cluster, endpoints, readEndpoints)),
    ...(await checkObserver(readers, observerHostId)),
    ...checkConfirmation(cluster, confirm),
  ]);
}

/** The same of one that is to be carried out: somebody has to have allowed it, and nobody to have stopped all. */
export async function refuseDrillOrder(
  readers: Known,
  cluster: ClusterRecord,
  order: Readable<DrillOrder>,
): Promise<Refusal | null> {
  const lever = await findDrillLever(readers);
  return joinRefusals([
    await refuseDrill(readers, cluster, order),
    lever === null ? null : refuse("drills_stopped", [], { who: lever.by }),
    cluster.allowsDrills ? null : refuse("drills_not_allowed", [], { what: cluster.name }),
  ]);
}

/** The member that a fault names, below a pointer, has to be one of the cluster. */
export function checkFaultMember(
  { members }: Pick<ClusterRecord, "members">,
  fault: DrillFault,
  place: string,
): ProblemDetail[] {
  const memberId = "memberId" in fault ? fault.memberId : null;
  if (memberId === null || members.some(({ id }) => id === memberId)) return [];
  return [problemDetail(`${place}/memberId`, "not_found", { what: "member" })];
}

async function checkEndpoints(
  readers: Known,
  cluster: ClusterRecord,
  written: DrillOrder["endpoints"] = [],
  read: DrillOrder["endpoints"] = [],
): Promise<ProblemDetail[]> {
  const known = await readEndpoints(readers, cluster);
  const check = (
    asked: DrillOrder["endpoints"],
    field: "endpoints" | "readEndpoints",
    others: DrillOrder["endpoints"],
  ): ProblemDetail[] =>
    asked.flatMap((endpoint, index) => {
      const place = `/${field}/${index}`;
      const isThat = (one: DrillEndpoint): boolean => isSameEndpoint(one, endpoint);
      if (asked.findIndex(isThat) < index) return [problemDetail(place, "drill_endpoint_twice")];
      if (others.some(isThat)) return [problemDetail(place, "drill_endpoint_both")];
      return known.some(isThat) ? [] : [problemDetail(place, "benchmark_endpoint_unknown")];
    });
  // Of four for reads alone the schema says that they are too many.
  const isMany =
    read.length > 0 && read.length < mostDrillEndpoints && written.length + read.length > mostDrillEndpoints;
  return [
    ...check(written, "endpoints", []),
    ...check(read, "readEndpoints", written),
    ...(isMany
      ? [problemDetail("/readEndpoints", "drill_endpoints_many", { most: mostDrillEndpoints })]
      : []),
  ];
}

async function checkObserver(
  { hosts }: Known,
  id: DrillOrder["observerHostId"] | undefined,
): Promise<ProblemDetail[]> {
  const isKnown = id === undefined || id === null || (await hosts.find(id)) !== null;
  return isKnown ? [] : [problemDetail("/observerHostId", "not_found", { what: "host" })];
}
