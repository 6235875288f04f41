import { isRefusal, problemDetail, type Refusal, refuse } from "@primacy/contract";
import { checkAccess } from "../auth/access";
import { type Authentication, authenticate } from "../auth/authenticate";
import type { Caller } from "../auth/caller";
import type { WebContext } from "../context";
import { findDatabaseFailure } from "../database-failure";
import { formatClearedCookie, formatSessionCookie } from "../http/cookie";
import { isCrossOriginWrite } from "../http/origin";
import { fileResponse } from "../stream/file-response";
import { streamResponse } from "../stream/stream-response";
import { type ReadBody, readJsonBody } from "./body";
import { type KeepAnswer, keepNothing, type RequestFacts } from "./call";
import { readHeaderFacts } from "./facts";
import { finishHeaders } from "./headers";
import { parseKeyedRequest, runOnce, type StoredAnswer } from "./idempotency";
import { parseInput } from "./input";
import { problemResponse } from "./problem";
import type { Route, RouteOutcome } from "./route";
import { checkDeclared } from "./undeclared";

type Outcome = RouteOutcome | StoredAnswer;

/** A request with everything that decides about it before its own route does. */
interface Reception {
  readonly context: WebContext;
  readonly route: Route;
  readonly request: Request;
  readonly facts: RequestFacts;
  readonly headers: Headers;
  readonly caller: Caller | null;
  readonly body: ReadBody;
}

/**
 * Answers one request to one route: who is it, may they, is it their own page that asks, is the input whole, was it
 * made before; only then the route runs. Every refusal and failure becomes a problem document.
 */
export async function serve(
  context: WebContext,
  name: string,
  route: Route,
  request: Request,
  params: Readonly<Record<string, string>>,
): Promise<Response> {
  const startedMs = performance.now();
  const headers = new Headers();
  const header = readHeaderFacts(request.headers);
  let facts: RequestFacts = {
    ...header,
    lastEventId: header.lastEventId ?? new URL(request.url).searchParams.get("lastEventId"),
    locale: header.locale ?? "en",
    signal: request.signal,
  };
  let who: Authentication = { caller: null, renewed: null };
  const outcome = await (async (): Promise<Response | Refusal> => {
    try {
      who = await authenticate(context.database, request.headers, header.isSecure);
      facts = { ...facts, locale: header.locale ?? who.caller?.principal.locale ?? "en" };
      if (who.renewed !== null) {
        headers.append(
          "set-cookie",
          formatSessionCookie(who.renewed.token, who.renewed.expiresAt, facts.isSecure),
        );
      }
      const refusal = checkCaller(route, request, who.caller);
      if (refusal !== null) return refusal;
      const body = await readJsonBody(request, route.endpoint.maxBodyBytes ?? undefined);
      if (body.kind === "refusal") return body;
      const reception = { context, route, request, facts, headers, caller: who.caller, body };
      return respond(reception, await runRoute(reception, params));
    } catch (error) {
      return explainFailure(context, error, facts.requestId);
    }
  })();
  if (isRefusal(outcome)) checkDeclared(context.onUndeclared, name, route.endpoint, outcome, facts.requestId);
  const answer = isRefusal(outcome) ? problemResponse(outcome, facts, headers) : outcome;
  finishHeaders(answer.headers, facts.requestId);
  const seconds = (performance.now() - startedMs) / 1_000;
  context.metrics.observeRequest({ endpoint: name, status: answer.status }, seconds);
  const level = answer.status >= 500 ? "error" : route.endpoint.method === "get" ? "debug" : "info";
  const { requestId, address } = facts;
  const by = who.caller?.principal.name ?? null;
  context.log[level]({ requestId, endpoint: name, status: answer.status, seconds, by, address }, "request");
  return answer;
}

/** Cookies travel with any request that a browser makes, so a write by session must come from our own pages. */
function checkCaller(route: Route, request: Request, caller: Caller | null): Refusal | null {
  const isByCookie = caller === null ? route.endpoint.access === "public" : caller.sessionId !== null;
  if (isByCookie && isCrossOriginWrite(request)) return refuse("csrf_rejected");
  return checkAccess(caller?.principal ?? null, route.endpoint.access);
}

async function runRoute(reception: Reception, params: Readonly<Record<string, string>>): Promise<Outcome> {
  const { context, route, request, facts, headers, caller, body } = reception;
  const { searchParams } = new URL(request.url);
  const cookie = {
    set: (token: string, expiresAt: Date): void =>
      headers.append("set-cookie", formatSessionCookie(token, expiresAt, facts.isSecure)),
    clear: (): void => headers.append("set-cookie", formatClearedCookie(facts.isSecure)),
  };
  const raw = { params, query: Object.fromEntries(searchParams), body: body.json };
  const run = (keep: KeepAnswer): Promise<RouteOutcome> =>
    route.run({ context, caller, facts, cookie, keep }, raw);
  if (caller === null || !route.endpoint.isIdempotent) return run(keepNothing);
  const keyed = parseKeyedRequest(request, caller.principal.id, body.text);
  if (keyed === null) return run(keepNothing);
  if (isRefusal(keyed)) {
    const input = parseInput(route.endpoint, raw);
    return isRefusal(input) ? { ...keyed, errors: [...keyed.errors, ...input.errors] } : keyed;
  }
  return runOnce(context.database, keyed, route.endpoint.status, run);
}

function respond({ route, facts, headers, context }: Reception, outcome: Outcome): Response | Refusal {
  if (outcome.kind === "refusal") return outcome;
  if (outcome.kind === "stream") {
    return streamResponse(outcome.source, [facts.signal, context.changes.ended], headers);
  }
  if (outcome.kind === "file") {
    const { requestId } = facts;
    const fail = (err: unknown): void =>
      context.log.error({ requestId, err }, "a file was not sent to its end");
    return fileResponse(outcome, route.endpoint.file ?? "text/csv", { headers, fail });
  }
  if (outcome.kind === "stored") headers.set("idempotency-replayed", "true");
  const { status } = route.endpoint;
  if (status === 204) return new Response(null, { status, headers });
  if (status === 202) setLocation(headers, outcome.body);
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(outcome.body), { status, headers });
}

function setLocation(headers: Headers, body: unknown): void {
  if (typeof body !== "object" || body === null || !("operation" in body)) return;
  const { operation } = body;
  if (typeof operation === "object" && operation !== null && "id" in operation) {
    headers.set("location", `/api/v1/operations/${operation.id}`);
  }
}

/** What people are told of a failure: the database's absence by name, anything else by the request's id alone. */
export function explainFailure(context: WebContext, err: unknown, requestId: string): Refusal {
  if (findDatabaseFailure(err)?.retryable === true) {
    context.log.warn({ requestId, err }, "the database did not answer a request");
    return refuse("database_unavailable");
  }
  if (findDatabaseFailure(err)?.code === "unstorable_text") {
    context.log.warn({ requestId, err }, "a request holds a text that cannot be stored");
    return refuse("validation_failed", [problemDetail("", "text_control_character")]);
  }
  context.log.error({ requestId, err }, "a request failed");
  return refuse("internal_error");
}
