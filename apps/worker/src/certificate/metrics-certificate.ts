import type { Actor, Database } from "@primacy/db";
import { issueForMetrics } from "./issue-certificate";

/** What a monitoring system needs to read agents' metrics, as PEM texts. */
export interface MetricsCertificate {
  readonly certificatePem: string;
  readonly keyPem: string;
  readonly caPem: string;
  readonly notAfter: Date;
}

/**
 * Makes a key and a certificate with which a monitoring system may read agents' metrics, and nothing else; the audit
 * log has who made it. The key is kept nowhere. Null where the console has no authority yet: it was never started.
 */
export async function makeMetricsCertificate(
  database: Database,
  request: { readonly operator: string; readonly now: Date },
): Promise<MetricsCertificate | null> {
  const authority = await database.certificates.findAuthority();
  const keyPem = authority === null ? null : await database.certificates.findAuthorityKey(authority.id);
  if (authority === null || keyPem === null) return null;
  const actor: Actor = { kind: "command", id: null, name: request.operator, requestId: null, address: null };
  return database.transact(actor, async (unit) => {
    const consoleId = await unit.settings.getConsoleId();
    const signer = { authorityId: authority.id, certificatePem: authority.certificatePem, keyPem };
    const issued = await issueForMetrics(signer, consoleId, request.now);
    await unit.audit.record({
      action: "certificate.metrics",
      target: { kind: "certificate", id: null, name: issued.serial },
    });
    const { certificatePem, notAfter } = issued;
    return { certificatePem, keyPem: issued.keyPem, caPem: authority.certificatePem, notAfter };
  });
}
