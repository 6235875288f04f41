import { webcrypto } from "node:crypto";
import type { RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import type { TLSSocket } from "node:tls";
import type { ConsoleIdentity } from "../agent-client/tls-connection";
import { exportKeyPem, makeAuthority } from "../certificate/authority";
import { issueForConsole, issueFromRequest, type Signer } from "../certificate/issue-certificate";
import { keyAlgorithm, Pkcs10CertificateRequestGenerator } from "../certificate/x509";

/** A console's authority for tests, with its own certificate. */
export async function makeTestConsole(
  consoleId: string,
): Promise<{ signer: Signer; identity: ConsoleIdentity }> {
  const authority = await makeAuthority(new Date());
  const signer = {
    authorityId: consoleId,
    certificatePem: authority.certificatePem,
    keyPem: authority.keyPem,
  };
  const own = await issueForConsole(signer, consoleId, new Date());
  return {
    signer,
    identity: {
      consoleId,
      caPem: authority.certificatePem,
      certificatePem: own.certificatePem,
      keyPem: own.keyPem,
    },
  };
}

/** A TLS server with a host's certificate, as an agent has; `listener` answers. */
export async function startTestAgent(
  signer: Signer,
  hostId: string,
  listener: RequestListener,
  issuedAt = new Date(),
): Promise<{ port: number; server: Server; listClients(): string[]; stop(): Promise<void> }> {
  const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ["sign", "verify"]);
  const request = await Pkcs10CertificateRequestGenerator.create({ keys, signingAlgorithm: keyAlgorithm });
  const identity = { kind: "host", consoleId: signer.authorityId, hostId } as const;
  const draft = await issueFromRequest(signer, request.toString("pem"), identity, "test", issuedAt);
  const clients: string[] = [];
  const server = createServer(
    {
      key: await exportKeyPem(keys.privateKey),
      cert: draft.certificatePem,
      ca: signer.certificatePem,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: "TLSv1.3",
    },
    listener,
  );
  // As an agent has it: Node's own 5 s end a connection that somebody on a busy machine is about to use again.
  server.keepAliveTimeout = 120_000;
  server.on("secureConnection", (socket: TLSSocket) => {
    clients.push(socket.getPeerCertificate().subjectaltname ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    server,
    listClients: () => clients,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
