import { type Message, message, paramsWith, withPort } from "@primacy/contract";
import type { RouterStepInput } from "@primacy/core/proxy";
import { getAccount, serversOf } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import { findPrimaryMember, lookThrough, nameOfMember } from "../../endpoint/look-through";
import { defineStep } from "../../operation/executor";
import { findExplainedFailure, StepFailure } from "../../operation/failure";
import { poll } from "../../operation/poll";
import { stepInput } from "./step-input";

const limitMs = 30_000;
const everyMs = 250;

/** Connects through the port for reads until a secondary answers, or the primary where no secondary is ONLINE. */
export const proveReadStep = defineStep<RouterStepInput>({
  input: stepInput,
  timeoutMs: 60_000,
  undo: { kind: "nothing" },
  async execute({ worker }, { clusterId, hostAddress: address, ports }, signal) {
    const place = { address, port: ports.read };
    const endpoint = withPort(address, ports.read);
    let last: Message = message("why.no_answer");
    const seen = await poll({ everyMs, limitMs, signal }, async () => {
      const primary = await findPrimaryMember(worker, clusterId, signal);
      const sight = await lookThrough(worker, clusterId, place, primary, signal);
      if (sight.kind === "unreached") {
        last = sight.reason;
        return null;
      }
      if (!sight.isPrimary || !(await hasSecondary(worker, clusterId, signal))) return sight;
      last = message("why.router_primary", { member: nameOfMember(sight.member) });
      return null;
    });
    if (seen === null) {
      const params = paramsWith({ endpoint, limitMs }, { reason: last });
      throw new StepFailure("failure.router_read_nowhere", { params });
    }
    const params = { endpoint, member: nameOfMember(seen.member), ms: Math.round(seen.connectMs) };
    return { kind: "done", detail: message("detail.router_proved", params) };
  },
});

/** Whether MySQL Router has another server than the primary to lead reads to; true where nobody can tell. */
async function hasSecondary(worker: WorkerContext, clusterId: string, signal: AbortSignal): Promise<boolean> {
  const cluster = await worker.db.clusters.get(clusterId);
  try {
    const account = await getAccount(worker.db, clusterId, "admin");
    const { connection, reading } = await worker.replication[cluster.kind].findPrimary(
      serversOf(cluster),
      account,
      cluster.name,
      signal,
    );
    connection.close();
    return reading.view.members.filter(({ state }) => state === "ONLINE").length > 1;
  } catch (error) {
    signal.throwIfAborted();
    if (findExplainedFailure(error) === null) throw error;
    return true;
  }
}
