import type { ClusterEndpoint, MeasuredArm, Workload } from "@primacy/contract";
import type { Finding } from "../../check/build-check";
import type { BenchmarkSnapshot } from "../snapshot";
import { areTooLong } from "../sysbench/sysbench-config";

/**
 * Why a tool cannot be told the addresses of an arm: there is none left, it takes `one` alone, one is no `name` that can stand in
 * its configuration, or they are too `long` for it. Whether sysbench would try others than these is judged with the endpoints.
 */
export type AddressProblem = "none" | "one" | "name" | "long";

type Place = Pick<ClusterEndpoint, "address" | "port">;

/** Null where a tool connects to just these addresses. */
export function checkAddressesOf(workload: Workload, places: readonly Place[]): AddressProblem | null {
  if (places.length === 0) return "none";
  if (places.some(({ address }) => !/^[A-Za-z0-9.:_%-]+$/.test(address))) return "name";
  if (workload.tool !== "sysbench") return places.length > 1 ? "one" : null;
  return areTooLong(places.map(({ address: host, port }) => ({ host, port }))) ? "long" : null;
}

/** Whether the tool can be told the addresses of each arm; nothing is said where every arm has one. */
export function checkAddresses({ fields: { workload }, arms }: BenchmarkSnapshot): readonly Finding[] {
  return arms.flatMap((arm) => judge(workload, arm));
}

function judge(workload: Workload, { name: arm, endpoints }: MeasuredArm): readonly Finding[] {
  const problem = checkAddressesOf(workload, endpoints);
  const tool = workload.tool === "custom" ? workload.program : workload.tool;
  const params = { arm, tool, count: endpoints.length };
  if (problem !== null)
    return [
      {
        result: "fail",
        evidence: `check.benchmark_addresses.fail_${problem}`,
        remedy: `check.benchmark_addresses.remedy_${problem}`,
        params,
      },
    ];
  return endpoints.length > 1 ? [{ result: "pass", evidence: "check.benchmark_addresses.pass", params }] : [];
}
