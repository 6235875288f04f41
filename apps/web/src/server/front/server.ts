import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer, type Server as HttpsServer } from "node:https";
import type { BlockList } from "node:net";
import { type FactsHeader, observeClient } from "./client-facts";
import { hasForeignMethod, refuseForeignMethod, refuseTunnel } from "./foreign-method";
import { hasMalformedPath, refuseMalformedPath } from "./malformed-path";
import type { TlsPair } from "./tls";

/** Answers one request. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Everything that the front needs. */
export interface FrontOptions {
  readonly handler: RequestHandler;
  readonly factsHeader: FactsHeader;
  readonly trustedProxies: BlockList;
  /** Null: plain HTTP. */
  readonly tls: TlsPair | null;
}

/** How long an idle connection is kept; longer than usual load balancers keep theirs. */
const keepAliveMs = 65_000;

/**
 * The listening server: it says who the client is, in a header that no client can forge, and ends TLS with the
 * user's own certificate.
 */
export function createFront(options: FrontOptions): Server | HttpsServer {
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    annotate(request, response, options);
    handlerFor(request, options)(request, response).catch(() => {
      if (!response.headersSent) response.statusCode = 500;
      response.end();
    });
  };
  const { tls } = options;
  const server =
    tls === null
      ? createHttpServer(listener)
      : createHttpsServer({ cert: tls.cert, key: tls.key, minVersion: "TLSv1.2" }, listener);
  server.keepAliveTimeout = keepAliveMs;
  server.on("connect", refuseTunnel);
  return server;
}

function handlerFor(request: IncomingMessage, { handler }: FrontOptions): RequestHandler {
  if (hasMalformedPath(request)) return refuseMalformedPath;
  return hasForeignMethod(request) ? refuseForeignMethod : handler;
}

function annotate(request: IncomingMessage, response: ServerResponse, options: FrontOptions): void {
  const facts = observeClient(request, options.trustedProxies);
  const { headers } = request;
  headers[options.factsHeader.name] = options.factsHeader.format(facts);
  headers["x-forwarded-for"] = facts.address;
  headers["x-forwarded-proto"] = facts.isSecure ? "https" : "http";
  headers["x-forwarded-host"] = headers.host;
  delete headers["x-forwarded-port"];
  delete headers.forwarded;
  if (facts.isSecure) response.setHeader("Strict-Transport-Security", "max-age=31536000");
}
