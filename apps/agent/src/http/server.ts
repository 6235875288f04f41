import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { TLSSocket } from "node:tls";
import { Id, message, messageWith, problemsOf } from "@primacy/contract";
import {
  type AgentHello,
  type AgentRefusal,
  agentEndpoints,
  type CertificateIdentity,
  clusterHeader,
  hostOperatorLineBytes,
} from "@primacy/contract/agent";
import type { z } from "zod";
import { type Identity, listIdentities } from "../identity/identity";
import type { Log } from "../log/log";
import { spokenProtocol } from "../run/version";
import type { AgentApi, AgentApis } from "./agent-api";
import { RefusalError, refusalStatus } from "./refusal";

const maxBodyBytes = 1024 * 1024;
const requestTimeoutMs = 30_000;
/** Longer than the pause between two pings of a peer, so that its next request needs no handshake. */
const keepAliveTimeoutMs = 120_000;
/** All that a certificate for metrics may ask. */
const metricsCall = "GET /metrics";

interface Call {
  readonly api: AgentApi;
  readonly apis: AgentApis;
  /** As the request names it; null: it names none. */
  readonly clusterId: string | null;
  readonly caller: CertificateIdentity;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

type Handler = (call: Call) => Promise<void>;

/** The agent's HTTPS server: TLS 1.3, and nobody without a certificate of the console's CA gets as far as a request. */
export function createAgentServer(identity: Identity, apis: AgentApis, log: Log): Server {
  const server = createServer(
    { ...secureContext(identity), requestCert: true, rejectUnauthorized: true, minVersion: "TLSv1.3" },
    (request, response) => {
      void serve(request, response, identity.bootstrap.consoleId, apis, log);
    },
  );
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.headersTimeout = keepAliveTimeoutMs + 1000;
  server.requestTimeout = requestTimeoutMs;
  server.on("tlsClientError", (error) => {
    log.info("a connection was refused", { error: error.message });
  });
  return server;
}

/** What a server or a client shows of an identity. */
export function secureContext(identity: Identity): { key: string; cert: string; ca: string } {
  return { key: identity.keyPem, cert: identity.certificatePem, ca: identity.caPem };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  consoleId: string,
  apis: AgentApis,
  log: Log,
): Promise<void> {
  let api: AgentApi | null = null;
  const gone = new AbortController();
  // Whoever has the whole answer has not gone; an abort makes an error with its stack, for each ping of each peer.
  response.on("close", () => {
    if (!response.writableFinished) {
      gone.abort();
    }
  });
  request.on("error", () => gone.abort());
  try {
    const caller = findCaller(request, consoleId);
    if (caller === null) {
      throw new RefusalError("wrong_role", [message("refusal.other_console")]);
    }
    const called = `${request.method} ${(request.url ?? "").split("?")[0]}`;
    if (caller.kind === "metrics" && called !== metricsCall) {
      throw new RefusalError("wrong_role", [message("refusal.certificate_use", { call: metricsCall })]);
    }
    const handler = routes.get(called);
    if (handler === undefined) {
      throw new RefusalError("not_found", [message("refusal.no_such_call")]);
    }
    const clusterId = readCluster(request);
    api = await apis.get(clusterId, false);
    await handler({ api, apis, clusterId, caller, request, response, signal: gone.signal });
  } catch (error) {
    refuse(response, error, api?.epoch() ?? null, log);
  }
}

/** Reading a certificate costs more than a small request, and a connection has one for its whole life. */
const callers = new WeakMap<TLSSocket, CertificateIdentity>();

function findCaller({ socket }: IncomingMessage, consoleId: string): CertificateIdentity | null {
  if (!(socket instanceof TLSSocket) || !socket.authorized) {
    return null;
  }
  const known = callers.get(socket);
  if (known !== undefined) {
    return known;
  }
  const identities = listIdentities(socket.getPeerCertificate().subjectaltname);
  const found = identities.find((identity) => identity.consoleId === consoleId) ?? null;
  if (found !== null) {
    callers.set(socket, found);
  }
  return found;
}

/** Which cluster is asked; null: whoever asks knows of one alone. Throws RefusalError. */
function readCluster(request: IncomingMessage): string | null {
  const named = request.headers[clusterHeader];
  if (named === undefined) {
    return null;
  }
  const parsed = Id.safeParse(named);
  if (!parsed.success) {
    throw new RefusalError("bad_request", [message("refusal.cluster_unnamed", { header: clusterHeader })]);
  }
  return parsed.data;
}

function refuse(response: ServerResponse, error: unknown, epoch: number | null, log: Log): void {
  const refusal = toRefusal(error, epoch, log);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  answer(response, refusalStatus[refusal.code], refusal);
}

function toRefusal(error: unknown, epoch: number | null, log: Log): AgentRefusal {
  if (error instanceof RefusalError) {
    return { code: error.code, details: [...error.details], epoch: error.epoch ?? epoch };
  }
  const id = randomUUID();
  log.error("a request failed", {
    id,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return { code: "internal_error", details: [message("refusal.internal", { id })], epoch };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

function spokenPath(path: string): string {
  return path.replace(/^\/v\d+\//, `/v${spokenProtocol}/`);
}

type Endpoints = typeof agentEndpoints;

/** An endpoint without a body. */
function onPlain(
  name:
    | "hello"
    | "status"
    | "listOperatorKeys"
    | "reportOperator"
    | "listLoadTools"
    | "describeMachine"
    | "listProxyPrograms"
    | "requestCertificate",
  run: (call: Call) => unknown,
): [string, Handler] {
  const { method, path, roles } = agentEndpoints[name];
  return [
    `${method} ${spokenPath(path)}`,
    async (call) => {
      checkRole(call.caller, roles);
      answer(call.response, 200, await run(call));
    },
  ];
}

/**
 * An endpoint whose body is parsed by the contract before anything else happens. `claims`: what is told is kept, by a part of
 * the cluster that the request names.
 */
function onBody<T>(
  { method, path, roles }: Pick<Endpoints[keyof Endpoints], "method" | "path" | "roles">,
  schema: z.ZodType<T>,
  run: (call: Call, body: T) => unknown,
  claims = false,
): [string, Handler] {
  return [
    `${method} ${spokenPath(path)}`,
    async (call) => {
      checkRole(call.caller, roles);
      // An order may have a file in it, as it stands in the JSON text of what was signed, in JSON.
      const limit = path === agentEndpoints.orderOperator.path ? hostOperatorLineBytes : maxBodyBytes;
      const parsed = schema.safeParse(await readJson(call.request, limit), { reportInput: true });
      if (!parsed.success) {
        const details = problemsOf(parsed.error).map(({ path, message: problem }) =>
          path === "" ? problem : messageWith("refusal.field", { path }, { problem }),
        );
        throw new RefusalError("bad_request", details);
      }
      const api = claims ? await call.apis.get(call.clusterId, true) : call.api;
      answer(call.response, 200, (await run({ ...call, api }, parsed.data)) ?? {});
    },
  ];
}

function checkRole(caller: CertificateIdentity, roles: readonly string[]): void {
  if (!roles.includes(caller.kind)) {
    throw new RefusalError("wrong_role", [message("refusal.role", { roles: roles.join(", ") })]);
  }
}

/** Who had what done on this host is no other host's business. */
function helloForHosts({ operator: _, ...hello }: AgentHello): AgentHello {
  return hello;
}

async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (Buffer.isBuffer(chunk)) {
      size += chunk.length;
      chunks.push(chunk);
    }
    if (size > limit) {
      throw new RefusalError("bad_request", [message("refusal.body_too_large")]);
    }
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new RefusalError("bad_request", [message("refusal.body_malformed")]);
  }
}

function getPeerHostId(caller: CertificateIdentity): string {
  if (caller.kind !== "host") {
    throw new RefusalError("wrong_role", [message("refusal.agents_only")]);
  }
  return caller.hostId;
}

async function stream({ api, caller, response, signal }: Call): Promise<void> {
  checkRole(caller, agentEndpoints.stream.roles);
  response.writeHead(200, { "content-type": "application/x-ndjson", "cache-control": "no-store" });
  await new Promise<void>((resolve) => {
    const stop = api.followStatus(
      (status) => {
        // A client that does not read gets the newest status later, instead of all of them.
        if (response.writableLength === 0) {
          response.write(`${JSON.stringify({ kind: "status", status })}\n`);
        }
      },
      () => {
        response.end();
        resolve();
      },
    );
    signal.addEventListener("abort", () => {
      stop();
      resolve();
    });
  });
}

const e = agentEndpoints;

const routes = new Map<string, Handler>([
  onPlain("hello", ({ api, caller }) =>
    caller.kind === "console" ? api.hello() : helloForHosts(api.hello()),
  ),
  onPlain("status", ({ api }) => api.status()),
  [`${e.stream.method} ${spokenPath(e.stream.path)}`, stream],
  onBody(e.putGrant, e.putGrant.body, ({ api }, body) => api.putGrant(body), true),
  onBody(e.putDocument, e.putDocument.body, ({ api }, body) => api.putDocument(body), true),
  onBody(e.putCredential, e.putCredential.body, ({ api }, body) => api.putCredential(body), true),
  onBody(e.observe, e.observe.body, ({ api, signal }, body) => api.observe(body, signal)),
  onBody(e.readNextStart, e.readNextStart.body, ({ api }, body) => api.readNextStart(body)),
  onBody(e.watchWire, e.watchWire.body, ({ api }, body) => api.watchWire(body)),
  onBody(e.setMaintenance, e.setMaintenance.body, ({ api }, body) => api.setMaintenance(body)),
  onBody(e.expectSwitchover, e.expectSwitchover.body, ({ api }, body) => api.expectSwitchover(body)),
  onBody(e.drain, e.drain.body, ({ api }, body) => api.drain(body)),
  onPlain("listOperatorKeys", ({ api }) => api.listOperatorKeys()),
  onBody(e.fence, e.fence.body, ({ api }, body) => api.fence(body)),
  onPlain("reportOperator", ({ apis }) => apis.operator.report()),
  onBody(e.orderOperator, e.orderOperator.body, ({ apis }, body) => apis.operator.order(body)),
  onPlain("listLoadTools", ({ apis, signal }) => apis.listLoadTools(signal)),
  onBody(e.findLoadProgram, e.findLoadProgram.body, ({ apis }, body) => apis.findLoadProgram(body)),
  onBody(e.listHostSamples, e.listHostSamples.body, ({ apis }, body) => apis.listHostSamples(body)),
  onPlain("describeMachine", ({ apis }) => apis.describeMachine()),
  onPlain("listProxyPrograms", ({ apis, signal }) => apis.listProxyPrograms(signal)),
  onBody(e.observePlugin, e.observePlugin.body, ({ apis, signal }, body) => apis.observePlugin(body, signal)),
  onBody(e.tryPluginPath, e.tryPluginPath.body, ({ apis }, body) => apis.tryPluginPath(body)),
  onBody(e.startProbe, e.startProbe.body, ({ apis }, body) => apis.startProbe(body)),
  onBody(e.readProbe, e.readProbe.body, ({ apis }, body) => apis.readProbe(body)),
  onBody(e.putRoleCheck, e.putRoleCheck.body, ({ api }, body) => api.putRoleCheck(body), true),
  onBody(e.forget, e.forget.body, ({ api }, body) => api.forget(body), true),
  onBody(e.requestCertificate, e.requestCertificate.body, ({ api }) => api.requestCertificate()),
  onBody(e.putCertificate, e.putCertificate.body, ({ api }, body) => api.putCertificate(body)),
  onBody(e.requestRelease, e.requestRelease.body, ({ api, apis, caller, signal }, body) =>
    (apis.find(body.clusterId) ?? apis.findRival(body) ?? api).requestRelease(
      getPeerHostId(caller),
      body,
      signal,
    ),
  ),
  onBody(e.hintPeer, e.hintPeer.body, ({ api, caller }, body) => api.hintPeer(getPeerHostId(caller), body)),
  onBody(e.askAssignment, e.askAssignment.body, ({ api, caller }, body) =>
    api.askAssignment(getPeerHostId(caller), body),
  ),
  ["GET /healthz", async ({ response }) => answer(response, 200, { status: "ok" })],
  [
    metricsCall,
    async ({ apis, response }) => {
      response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
      response.end(apis.metrics());
    },
  ],
]);
