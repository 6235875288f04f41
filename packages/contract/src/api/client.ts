import type { z } from "zod";
import { Problem } from "../problem/problem";
import type { Endpoint } from "./endpoint";
import { endpoints } from "./endpoints";

/** The endpoint table's keys. */
export type EndpointName = keyof typeof endpoints;
type Table = typeof endpoints;

/** What a call takes: parameters, query and body as its endpoint declares them. */
export interface CallInput<E extends Endpoint> {
  readonly params?: z.input<E["params"]>;
  readonly query?: z.input<E["query"]>;
  readonly body?: z.input<E["body"]>;
  readonly idempotencyKey?: string;
}

/** What this module needs of the platform's `fetch`; wrap it to give calls a timeout. */
export type FetchLike = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; text(): Promise<string> }>;

/** The API said no: its problem document, whole. */
export class ApiProblem extends Error {
  readonly code: string;
  readonly retryable: boolean;
  constructor(readonly problem: Problem) {
    super(
      [problem.message.text, ...problem.errors.map((one) => `${one.path}: ${one.message.text}`)].join("\n"),
    );
    this.name = "ApiProblem";
    this.code = problem.code;
    this.retryable = problem.status >= 502 || problem.status === 429;
  }
}

/** The API answered with something that is neither the declared answer nor a problem document. */
export class ApiProtocolFailure extends Error {
  readonly code = "api_protocol";
  readonly retryable = false;
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = "ApiProtocolFailure";
  }
}

/** A typed client of the REST API. */
export interface ApiClient {
  /** Calls an endpoint and returns its parsed answer. Throws `ApiProblem`, `ApiProtocolFailure`, or what `fetch` throws. */
  call<N extends EndpointName>(name: N, input?: CallInput<Table[N]>): Promise<z.output<Table[N]["answer"]>>;
}

/** Makes a client for the console at `baseUrl` (`https://host:port`); `token` is an API token. */
export function createApiClient(options: {
  baseUrl: string;
  token?: string;
  fetch: FetchLike;
  headers?: Record<string, string>;
}): ApiClient {
  function call<N extends EndpointName>(
    name: N,
    input?: CallInput<Table[N]>,
  ): Promise<z.output<Table[N]["answer"]>>;
  async function call(name: EndpointName, input: CallInput<Endpoint> = {}): Promise<unknown> {
    const declared: Endpoint = endpoints[name];
    const url = `${options.baseUrl}/api/v1${fillPath(declared.path, input.params)}${toQuery(input.query)}`;
    const headers: Record<string, string> = { accept: "application/json", ...options.headers };
    if (options.token !== undefined) headers.authorization = `Bearer ${options.token}`;
    if (input.body !== undefined) headers["content-type"] = "application/json";
    if (input.idempotencyKey !== undefined) headers["idempotency-key"] = input.idempotencyKey;
    const response = await options.fetch(url, {
      method: declared.method.toUpperCase(),
      headers,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    return parseAnswer(declared, response.status, await response.text());
  }
  return { call };
}

function parseAnswer(declared: Endpoint, status: number, text: string): unknown {
  const isText = status === declared.status && declared.file !== null && declared.file !== "application/json";
  const json: unknown = isText ? text : text === "" ? {} : parseJson(text, status);
  if (status !== declared.status) {
    const problem = Problem.safeParse(json);
    if (problem.success) throw new ApiProblem(problem.data);
    throw new ApiProtocolFailure(`${declared.method.toUpperCase()} ${declared.path} answered ${status}`);
  }
  const answer = declared.answer.safeParse(json);
  if (!answer.success)
    throw new ApiProtocolFailure(`${declared.path}: the answer is not as declared`, { cause: answer.error });
  return answer.data;
}

function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiProtocolFailure(`status ${status}: the body is not JSON`, { cause: error });
  }
}

function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(typeof params === "object" && params !== null ? params : {}));
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name) ?? "")),
  );
}

function toQuery(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`],
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
