import { type ProblemCode, problemStatus } from "@primacy/contract";
import { type Endpoint, type EndpointName, listRefusals } from "@primacy/contract/api";
import { buildComponents, type Components, type JsonSchema, listEndpoints } from "./components";

/** The OpenAPI 3.1 document, as far as this module makes promises about it. */
export interface OpenApiDocument {
  readonly openapi: "3.1.1";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

/** One operation of the document. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly "x-required-role": string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly JsonSchema[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

const description = [
  "Everything that the console can do.",
  "Send `Authorization: Bearer <token>` (`POST /tokens` makes one), or the session cookie.",
  "Long work answers 202 with an operation at `Location`; `GET /operations/{id}?wait=30` holds the answer until it is finished.",
  "Lists are pages: pass `nextCursor` as `cursor`.",
  "Errors are `application/problem+json` and list every problem at once; each call names the codes that it can answer with.",
  "Texts follow `Accept-Language` (en, zh).",
].join(" ");

/** Makes the document from the endpoint table. The same version always makes the same document. */
export function buildDocument(version: string): OpenApiDocument {
  const components = buildComponents();
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [name, endpoint] of listEndpoints()) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method]: toOperation(name, endpoint, components),
    };
  }
  const tags = [...new Set(listEndpoints().map(([, endpoint]) => endpoint.tag))];
  return {
    openapi: "3.1.1",
    info: { title: "Primacy", version, description },
    servers: [{ url: "/api/v1" }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "An API token." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "primacy_session",
          description: "A browser's session.",
        },
      },
    },
  };
}

function toOperation(name: EndpointName, endpoint: Endpoint, components: Components): OpenApiOperation {
  const reference = (part: "body" | "answer"): JsonSchema => ({
    $ref: `#/components/schemas/${components.nameOf(name, part)}`,
  });
  const hasBody = components.fieldsOf(name, "body").length > 0;
  const access =
    endpoint.access === "public" ? "Anybody may call this." : `Needs the role ${endpoint.access}.`;
  return {
    operationId: name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.isIdempotent ? `${access} Honours Idempotency-Key.` : access,
    "x-required-role": endpoint.access,
    security: endpoint.access === "public" ? [] : [{ token: [] }, { session: [] }],
    parameters: [
      ...toParameters(components, name, "params"),
      ...toParameters(components, name, "query"),
      ...(endpoint.isIdempotent ? [idempotencyHeader] : []),
      ...(endpoint.isStream ? [lastEventHeader] : []),
    ],
    ...(hasBody
      ? { requestBody: { required: true, content: { "application/json": { schema: reference("body") } } } }
      : {}),
    responses: toResponses(endpoint, reference("answer")),
  };
}

const idempotencyHeader: JsonSchema = {
  name: "Idempotency-Key",
  in: "header",
  description: "Repeats of the same request under the same key get the first answer again, for a day.",
  schema: { type: "string", minLength: 1, maxLength: 128 },
};

const lastEventHeader: JsonSchema = {
  name: "Last-Event-ID",
  in: "header",
  description: "Resumes after that event; after a gap the whole picture is sent.",
  schema: { type: "string", maxLength: 64 },
};

function toResponses(endpoint: Endpoint, answer: JsonSchema): Record<string, JsonSchema> {
  const mediaType = endpoint.isStream ? "text/event-stream" : (endpoint.file ?? "application/json");
  const location = { Location: { description: "The operation.", schema: { type: "string" } } };
  return {
    [endpoint.status]: {
      description: endpoint.isStream ? "Each event's data is this." : "Done.",
      ...(endpoint.status === 202 ? { description: "Accepted.", headers: location } : {}),
      ...(endpoint.status === 204 ? {} : { content: { [mediaType]: { schema: answer } } }),
    },
    ...Object.fromEntries(
      listProblems(endpoint).map(({ status, codes }) => [status, toProblemResponse(status, codes)]),
    ),
    default: {
      description: "Any other problem: of an address that cannot be read, or of a newer console.",
      content: { "application/problem+json": { schema: problem } },
    },
  };
}

const problem: JsonSchema = { $ref: "#/components/schemas/Problem" };

/** The codes that a call can be refused with, by their status, the lowest first. */
function listProblems(
  endpoint: Endpoint,
): readonly { readonly status: number; readonly codes: readonly ProblemCode[] }[] {
  const refusals = listRefusals(endpoint);
  const statuses = [...new Set(refusals.map((code) => problemStatus[code]))].sort((a, b) => a - b);
  return statuses.map((status) => ({
    status,
    codes: refusals.filter((code) => problemStatus[code] === status),
  }));
}

const retryAfter: JsonSchema = {
  description: "In how many seconds to ask again, where that is known.",
  schema: { type: "integer" },
};

function toProblemResponse(status: number, codes: readonly ProblemCode[]): JsonSchema {
  const narrowed = { type: "object", properties: { code: { type: "string", enum: codes } } };
  return {
    description: `A problem: ${codes.join(", ")}.`,
    ...(status === 429 || status === 503 ? { headers: { "Retry-After": retryAfter } } : {}),
    content: { "application/problem+json": { schema: { allOf: [problem, narrowed] } } },
  };
}

function toParameters(components: Components, name: EndpointName, part: "params" | "query"): JsonSchema[] {
  return components.fieldsOf(name, part).map((field) => ({
    name: field.name,
    in: part === "params" ? "path" : "query",
    required: field.isRequired,
    schema: field.schema,
  }));
}
