import type { BenchmarkDetail, BenchmarkFields } from "@primacy/contract";
import { awaitSuccess } from "../console/operations";
import { LabError } from "../errors";
import type { MeasureSetting } from "./setting";

/** What a measurement says of a benchmark; the load always comes from `app1`. */
export type AskedBenchmark = Pick<
  BenchmarkFields,
  "name" | "arms" | "threads" | "blocks" | "runSeconds" | "warmupSeconds" | "workload" | "preset"
>;

/**
 * Has the console make a benchmark, as anybody does by REST, and returns it with its runs and its answer. Throws LabError where the
 * load host is not registered or the benchmark does not succeed.
 */
export async function runBenchmark(
  { api, cluster, hosts, lab, say }: MeasureSetting,
  asked: AskedBenchmark,
  onStep: (line: string) => void = say,
): Promise<BenchmarkDetail> {
  const loadHost = hosts.find(({ address }) => address === lab.host("app1").address);
  if (loadHost === undefined) throw new LabError("host_unknown", "The console does not know app1.");
  const seconds =
    asked.arms.length * asked.threads.length * asked.blocks * (asked.runSeconds + asked.warmupSeconds);
  const { operation } = await api.call("startBenchmark", {
    params: { id: cluster.id },
    body: {
      ...asked,
      loadHostId: loadHost.id,
      confirm: cluster.name,
      administrator: lab.credentials.admin,
    },
  });
  await awaitSuccess(api, operation.id, { timeoutMs: (4 * seconds + 600) * 1_000, onStep });
  return api.call("getBenchmark", { params: { id: operation.id } });
}
