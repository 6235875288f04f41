import { BenchmarkFields, MeasuredArm } from "@primacy/contract";
import type { BenchmarkInput } from "@primacy/core/benchmark";
import { z } from "zod";
import { agentOf } from "../cluster-record/load-cluster";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import type { LoadProgram } from "./load-program";

/** The input of every step. */
export const BenchmarkStepInput: z.ZodType<BenchmarkInput> = z.object({
  benchmarkId: z.string(),
  clusterId: z.string(),
  clusterName: z.string(),
  loadHostId: z.string(),
  loadHostName: z.string(),
  program: z.string(),
  toolVersion: z.string(),
  schema: z.string(),
  account: z.string(),
  fields: BenchmarkFields.extend({ seed: z.number() }),
  arms: z.array(MeasuredArm),
  user: z.string().nullable(),
  primary: z.object({ serverUuid: z.string(), name: z.string() }),
  online: z.array(z.string()),
  fillAt: z.object({ address: z.string(), port: z.number() }),
});

/** The user that the load runs as: one without any right of its own. */
export const loadUser = "nobody";

/** A second of a run is a line of 150 bytes; what a tool says of errors may be more. */
const bytesPerSecond = 16 * 1_024;
const leastOutputBytes = 4 * 1_024 * 1_024;
const mostOutputBytes = 1_024 ** 3;

/** How much a program may write in so many seconds. */
export function outputLimit(seconds: number): number {
  return Math.min(mostOutputBytes, leastOutputBytes + Math.ceil(seconds) * bytesPerSecond);
}

/** Whose program it is, and where it runs. */
export async function describeProgram(
  context: StepContext,
  input: BenchmarkInput,
  actionId: string,
): Promise<Omit<LoadProgram, "action" | "limitMs">> {
  const { worker, operation } = context;
  const { epoch } = await worker.db.clusters.get(input.clusterId);
  const target = agentOf(await worker.db.hosts.get(input.loadHostId), null);
  const grantedTo = { who: operation.requestedBy, operationId: operation.id };
  return { target, clusterId: input.clusterId, epoch, grantedTo, actionId };
}

/** The password of the account that was made for a benchmark. Throws where it is gone. */
export async function getPassword(
  { worker }: Pick<StepContext, "worker">,
  { benchmarkId, account }: BenchmarkInput,
): Promise<string> {
  const password = await worker.db.benchmarks.findPassword(benchmarkId);
  if (password === null) throw new StepFailure("failure.credential_missing", { params: { account } });
  return password;
}
