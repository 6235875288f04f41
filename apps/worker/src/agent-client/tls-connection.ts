import { Agent } from "node:https";
import type { PeerCertificate } from "node:tls";
import { certificateUri } from "@primacy/contract/agent";
import type { AgentTarget } from "./agent-client";
import { AgentFailure } from "./agent-failure";

/** What the console shows to agents, and by what it knows them. Replaced as a whole when it is renewed. */
export interface ConsoleIdentity {
  readonly consoleId: string;
  readonly caPem: string;
  readonly certificatePem: string;
  readonly keyPem: string;
}

/** A pool of kept-alive connections to one agent, which must show the certificate of its host. */
export function createConnectionPool(target: AgentTarget, identity: ConsoleIdentity): Agent {
  const expected = certificateUri({ kind: "host", consoleId: identity.consoleId, hostId: target.hostId });
  return new Agent({
    keepAlive: true,
    maxSockets: 8,
    ca: identity.caPem,
    cert: identity.certificatePem,
    key: identity.keyPem,
    minVersion: "TLSv1.3",
    rejectUnauthorized: true,
    // Agents are known by the host in their certificate, not by a name that DNS could give to anybody.
    servername: "",
    checkServerIdentity: (_name, certificate) =>
      listUris(certificate).includes(expected)
        ? undefined
        : new AgentFailure("agent_identity", target, { reason: "certificate_of_other_host" }),
  });
}

/** The URIs of a certificate's subject alternative name. */
export function listUris(certificate: Pick<PeerCertificate, "subjectaltname">): string[] {
  return (certificate.subjectaltname ?? "")
    .split(", ")
    .filter((part) => part.startsWith("URI:"))
    .map((part) => part.slice(4));
}
