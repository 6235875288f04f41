import { type BenchmarkOrder, type ProblemDetail, problemDetail, type Refusal } from "@primacy/contract";
import { restartsServers } from "@primacy/core/benchmark";
import { findEndpoint } from "@primacy/core/endpoint";
import type { ClusterRecord, Readers } from "@primacy/db";
import { refuseInvalid } from "../../../server/api/join-refusals";
import { checkConfirmation } from "../../cluster/server/find-cluster";
import { readEndpoints } from "../../endpoint/server/read-endpoints";
import type { Readable } from "../../operation/server/order-route";

/** Why a benchmark is refused before any host is asked; what is absent is not judged. */
export async function refuseBenchmark(
  readers: Pick<Readers, "endpoints" | "hosts" | "proxies" | "vips">,
  cluster: ClusterRecord,
  { loadHostId, arms, hygiene, confirm }: Readable<BenchmarkOrder>,
): Promise<Refusal | null> {
  return refuseInvalid([
    ...(await checkLoadHost(readers, loadHostId)),
    ...(await checkArms(readers, cluster, arms)),
    ...checkHygiene(cluster, hygiene),
    ...checkConfirmation(cluster, confirm),
  ]);
}

/** What people rely on is not restarted. */
function checkHygiene(
  { isProduction }: ClusterRecord,
  hygiene: BenchmarkOrder["hygiene"] | undefined,
): ProblemDetail[] {
  return isProduction && hygiene !== undefined && restartsServers(hygiene)
    ? [problemDetail("/hygiene", "benchmark_production")]
    : [];
}

async function checkLoadHost(
  { hosts }: Pick<Readers, "hosts">,
  id: string | undefined,
): Promise<ProblemDetail[]> {
  const isKnown = id === undefined || (await hosts.find(id)) !== null;
  return isKnown ? [] : [problemDetail("/loadHostId", "not_found", { what: "host" })];
}

async function checkArms(
  readers: Pick<Readers, "endpoints" | "proxies" | "vips">,
  cluster: ClusterRecord,
  arms: BenchmarkOrder["arms"] = [],
): Promise<ProblemDetail[]> {
  const endpoints = await readEndpoints(readers, cluster);
  return arms.flatMap((arm, place) =>
    arm.endpoints.flatMap((ref, index) => {
      if (findEndpoint(endpoints, ref) !== null) return [];
      return [problemDetail(`/arms/${place}/endpoints/${index}`, "benchmark_endpoint_unknown")];
    }),
  );
}
