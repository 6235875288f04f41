import { HostFacts, message } from "@primacy/contract";
import {
  forgetPreviousConfiguration,
  hasConfiguration,
  requestCertificate,
  restoreConfiguration,
  writeIdentity,
} from "@primacy/remote";
import { z } from "zod";
import { defineStep } from "../operation/executor";
import { withSession } from "../ssh/ssh-session";
import { OnHost } from "./step-inputs";

/**
 * Makes a new key on the host and gives it a certificate. Taken back, the configuration that was there before is there
 * again, or none.
 */
export const certifyStep = defineStep({
  input: OnHost,
  timeoutMs: 60_000,
  maxAttempts: 3,
  undo: {
    kind: "recorded",
    record: z.object({ hadConfiguration: z.boolean() }),
    prepare: async ({ worker }, { hostId }, signal) =>
      withSession(worker, hostId, signal, async (session) => {
        // A copy that an older operation left is not the one to come back to.
        await forgetPreviousConfiguration(session, signal);
        return { hadConfiguration: await hasConfiguration(session, signal) };
      }),
    undo: async ({ worker }, { hostId }, { hadConfiguration }, signal) =>
      withSession(worker, hostId, signal, (session) =>
        restoreConfiguration(session, hadConfiguration, signal),
      ),
  },
  execute: async (context, { hostId }, signal) => {
    const { worker } = context;
    const host = await worker.db.hosts.get(hostId);
    const [observed] = await context.listOutputs("host.observe", HostFacts);
    const listenAddress = chooseListenAddress(host.agentAddress, observed?.output ?? host.facts);
    return withSession(worker, hostId, signal, async (session) => {
      const csrPem = await requestCertificate(session, signal);
      const { record, caPem, consoleId } = await worker.certificates.issueForHost(host, csrPem);
      const bootstrap = { hostId, hostName: host.name, consoleId, listenAddress, port: host.agentPort };
      await writeIdentity(session, { bootstrap, certificatePem: record.certificatePem, caPem }, signal);
      await worker.db.transact(worker.actor, (unit) =>
        unit.agents.setState(hostId, "installing", { certificateExpiresAt: record.notAfter }),
      );
      const until = record.notAfter.toISOString().slice(0, 10);
      return { kind: "done", detail: message("detail.certified", { until }) };
    });
  },
});

/** The address that the console uses, where it is one of the host's own; behind a name or a translation, all of them. */
export function chooseListenAddress(agentAddress: string, facts: HostFacts | null): string {
  const own = (facts?.nics ?? []).flatMap((nic) => nic.addresses.map((one) => one.split("/")[0]));
  return own.includes(agentAddress) ? agentAddress : "0.0.0.0";
}
