import { type Problem, problemStatus } from "@primacy/contract";
import {
  ApiProblem,
  type CallInput,
  type Endpoint,
  type EndpointName,
  endpoints,
} from "@primacy/contract/api";
import { forbidden, notFound, redirect } from "next/navigation";
import type { z } from "zod";
import { keepNothing } from "../api/call";
import { toProblem } from "../api/problem";
import { routes } from "../api/routes";
import { checkAccess } from "../auth/access";
import { getPageCaller, requirePageCaller } from "../auth/principal";
import { getContext } from "../context";

type Table = typeof endpoints;

/**
 * Answers a reading endpoint for the page that is being rendered, in this process and without HTTP: the same access
 * rule, the same handler, the same parsed answer as the API. People who are not signed in go to the door; a role that
 * is too low shows the forbidden page, and what is not there the not-found page. Throws `ApiProblem` for any other
 * refusal, and `DatabaseError`.
 */
export function load<N extends EndpointName>(
  name: N,
  input?: Pick<CallInput<Table[N]>, "params" | "query">,
): Promise<z.output<Table[N]["answer"]>>;
export async function load(name: EndpointName, input: CallInput<Endpoint> = {}): Promise<unknown> {
  const endpoint: Endpoint = endpoints[name];
  if (endpoint.method !== "get" || endpoint.isStream || endpoint.file !== null)
    throw new TypeError(`load: ${name} does not only read`);
  const [context, page] = await Promise.all([getContext(), getPageCaller()]);
  const caller = endpoint.access === "public" ? page.caller : await requirePageCaller(endpoint.access);
  if (checkAccess(caller?.principal ?? null, endpoint.access) !== null) forbidden();
  const facts = {
    ...page.facts,
    locale: page.facts.locale ?? caller?.principal.locale ?? "en",
    signal: never,
  };
  const outcome = await routes[name].run(
    { context, caller, facts, cookie: { set: refuseCookie, clear: refuseCookie }, keep: keepNothing },
    { params: toTexts(input.params), query: toTexts(input.query), body: {} },
  );
  if (outcome.kind === "answer") return outcome.body;
  if (outcome.kind === "stream" || outcome.kind === "file") throw new TypeError(`load: ${name} is no answer`);
  return leave(toProblem(outcome, facts));
}

const never = new AbortController().signal;

function leave(problem: Problem): never {
  if (problem.status === problemStatus.not_found || isBadId(problem)) notFound();
  if (problem.status === problemStatus.not_signed_in) redirect("/sign-in");
  throw new ApiProblem(problem);
}

/** A page's address with something that is no id names nothing. */
function isBadId(problem: Problem): boolean {
  return (
    problem.status === problemStatus.validation_failed &&
    problem.errors.some((one) => /[iI]d$/.test(one.path))
  );
}

function refuseCookie(): never {
  throw new TypeError("load: a page that is being rendered cannot set cookies");
}

function toTexts(values: unknown): Record<string, string> {
  if (typeof values !== "object" || values === null) return {};
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );
}
