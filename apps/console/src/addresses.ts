import { once } from "node:events";
import { get } from "node:http";
import { get as getSecurely } from "node:https";
import { createServer, isIPv6 } from "node:net";

const askTimeoutMs = 2_000;

/** An address or a port that the console shall listen on cannot be had. */
export class ListenError extends Error {
  readonly code = "listen_refused";
  readonly retryable = true;
  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    this.name = "ListenError";
  }
}

/** The URL by which this machine reaches what listens on an address: a loopback address in the place of "all". */
export function localUrl(scheme: "http" | "https", address: string, port: number): string {
  const reached = address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address;
  return `${scheme}://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`;
}

/** Sees whether an address and a port can be listened on. Throws `ListenError` naming the variables that choose them. */
export async function checkListen(
  place: { readonly address: string; readonly port: number },
  variables: { readonly address: string; readonly port: string },
): Promise<void> {
  const { address, port } = place;
  const server = createServer();
  try {
    server.listen({ host: address, port, exclusive: true });
    await once(server, "listening");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    const message =
      code === "EADDRINUSE"
        ? `Port ${port} of ${address} is taken by another program: end it, or choose another port with ${variables.port}.`
        : code === "EACCES"
          ? `This user may not listen on port ${port}: choose another with ${variables.port}.`
          : `${address} is no address of this machine to listen on (${code ?? cause}): see ${variables.address}.`;
    throw new ListenError(message, { cause });
  }
  server.close();
  await once(server, "close");
}

/** The HTTP status that a URL answers with, whoever signed its certificate. Throws the connection's error after 2 s. */
export function askStatus(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const ask = url.startsWith("https:") ? getSecurely : get;
    const request = ask(url, { timeout: askTimeoutMs, rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("timeout", () => request.destroy(new Error(`no answer within ${askTimeoutMs / 1_000} s`)));
    request.on("error", reject);
  });
}
