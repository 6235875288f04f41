import type { Host } from "@primacy/contract";
import type { WorkerContext } from "../context";
import type { RecurringJob } from "../job/recurring-jobs";
import { isRenewalDue } from "./renewal";

/** Renews the certificates of agents that answer, each hour those that are due. One that fails is tried again next time. */
export function createRenewalJob(worker: WorkerContext): RecurringJob {
  return {
    name: "certificates.renew",
    everyMs: 60 * 60_000,
    run: async (signal) => {
      for (const host of await worker.db.hosts.listAll()) {
        signal.throwIfAborted();
        if (host.agentState !== "answering") continue;
        const [newest] = await worker.db.certificates.listByHost(host.id);
        if (newest === undefined || !isRenewalDue(newest, worker.now())) continue;
        await renewAgentCertificate(worker, host, signal).catch((error: unknown) =>
          worker.log.warn({ hostId: host.id, err: error }, "agent certificate not renewed"),
        );
      }
    },
  };
}

/** Gives an agent a certificate for a key that it makes now. Throws `AgentFailure` or `CertificateRequestFailure`. */
export async function renewAgentCertificate(
  worker: WorkerContext,
  host: Pick<Host, "id" | "name" | "agentAddress" | "agentPort">,
  signal: AbortSignal,
): Promise<void> {
  const agent = worker.agents.clientFor({
    hostId: host.id,
    hostName: host.name,
    address: host.agentAddress,
    port: host.agentPort,
  });
  const { csrPem } = await agent.call("requestCertificate", {}, { signal });
  const { record, caPem } = await worker.certificates.issueForHost(host, csrPem);
  await agent.call("putCertificate", { certificatePem: record.certificatePem, caPem }, { signal });
  worker.log.info({ hostId: host.id, notAfter: record.notAfter }, "agent certificate renewed");
}
