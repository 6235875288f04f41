import { webcrypto } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { exportKeyPem } from "../certificate/authority";
import { keyAlgorithm, X509CertificateGenerator } from "../certificate/x509";

/** A certificate that verifies itself, as a CA of its own does. */
export interface OwnCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Makes one. */
export async function makeOwnCertificate(name: string): Promise<OwnCertificate> {
  const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: keyAlgorithm,
  });
  return { cert: certificate.toString("pem"), key: await exportKeyPem(keys.privateKey) };
}

/** What behaves as a MySQL server until it is told an account, which it refuses. */
export interface ToldServer {
  readonly port: number;
  /** How many were refused after they had told their account. */
  countTold(): number;
  stop(): Promise<void>;
}

/** Its `n`th connection shows the `n`th certificate, in turns. */
export async function startToldServer(certificates: readonly OwnCertificate[]): Promise<ToldServer> {
  let told = 0;
  let count = 0;
  const sockets = new Set<Socket>();
  const contexts = certificates.map((one) => createSecureContext(one));
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).write(greeting);
    const secureContext = contexts[count++ % contexts.length];
    socket.once("data", (request) => {
      // What follows the request for TLS is the beginning of its handshake.
      socket.pause();
      if (request.length > requestBytes) socket.unshift(request.subarray(requestBytes));
      const secure = new TLSSocket(socket, { isServer: true, ...(secureContext ? { secureContext } : {}) });
      secure
        .on("error", () => undefined)
        .once("data", () => {
          told += 1;
          secure.write(refusal);
        });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    countTold: () => told,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function packet(sequence: number, ...parts: readonly Buffer[]): Buffer {
  const payload = Buffer.concat(parts);
  const header = Buffer.alloc(4);
  header.writeUIntLE(payload.length, 0, 3);
  header.writeUInt8(sequence, 3);
  return Buffer.concat([header, payload]);
}

/** A request for TLS with its header. */
const requestBytes = 36;
const end = Buffer.from([0]);
/** Protocol 10 with every capability that a client of MySQL 8 needs, TLS among them. */
const greeting = packet(
  0,
  Buffer.from([10]),
  Buffer.from("8.4.0"),
  end,
  Buffer.from([1, 0, 0, 0]),
  Buffer.alloc(8, "a"),
  end,
  // The lower half of the capabilities, the character set, the status, the upper half, the length of the salt.
  Buffer.from([0xff, 0xff, 255, 2, 0, 0xff, 0xc1, 21]),
  Buffer.alloc(10),
  Buffer.alloc(12, "b"),
  end,
  Buffer.from("mysql_native_password"),
  end,
);
/** 1045, after the request for TLS and the account. */
const refusal = packet(3, Buffer.from([0xff, 0x15, 0x04]), Buffer.from("#28000Access denied"));
