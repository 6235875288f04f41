import { ProblemCode, problemStatus, refuse } from "@primacy/contract";
import { html, raw } from "hono/html";
import type { JsonSchema } from "./components";
import type { OpenApiDocument, OpenApiOperation } from "./document";
import { pageStyle } from "./page-style";

type Html = ReturnType<typeof html>;

/**
 * The API as a page that needs no script and loads nothing: every call, every schema, every problem.
 * `nonce` is the one under which the answer's policy allows the page's own style.
 */
export async function renderPage(
  document: OpenApiDocument,
  look: { nonce: string; theme: string | null },
): Promise<string> {
  const operations = listOperations(document);
  const page = html`<!doctype html>
<html lang="en"${look.theme === null ? "" : raw(` data-theme="${look.theme === "dark" ? "dark" : "light"}"`)}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Primacy</title><style nonce="${look.nonce}">${raw(pageStyle)}</style></head>
<body><div class="layout">
<nav aria-label="Calls"><strong>Primacy API</strong>
${document.tags.map(({ name }) => renderIndex(name, operations))}
<h2>Reference</h2><a href="#schemas">Schemas</a><a href="#problems">Problems</a>
</nav>
<main><h1>Primacy API ${document.info.version}</h1>
<p class="lead">${document.info.description.replaceAll("`", "")}</p>
<p>The document behind this page: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p>
<pre>curl -H "Authorization: Bearer $TOKEN" "$CONSOLE/api/v1/clusters"</pre>
${document.tags.map(({ name }) => renderTag(name, operations))}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas).map(([name, schema]) => renderSchema(name, schema))}
<h2 id="problems">Problems</h2>
<table><thead><tr><th>Code</th><th>Status</th><th>Text</th></tr></thead><tbody>
${ProblemCode.options.map((code) => renderProblem(code))}
</tbody></table></main></div></body></html>`;
  return (await page).toString();
}

interface Listed {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

function listOperations(document: OpenApiDocument): Listed[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

function renderIndex(tag: string, operations: readonly Listed[]): Html {
  const own = operations.filter(({ operation }) => operation.tags.includes(tag));
  return html`<h2>${tag}</h2>${own.map(
    ({ operation }) => html`<a href="#${operation.operationId}">${operation.operationId}</a>`,
  )}`;
}

function renderTag(tag: string, operations: readonly Listed[]): Html {
  const own = operations.filter(({ operation }) => operation.tags.includes(tag));
  return html`<h2 id="tag-${tag}">${tag}</h2>${own.map(renderOperation)}`;
}

function renderOperation({ path, method, operation }: Listed): Html {
  const role = operation["x-required-role"];
  const rows = operation.parameters.map(
    (one) =>
      html`<tr><td><code>${one.name}</code></td><td>${one.in}</td><td>${renderType(one.schema)}</td></tr>`,
  );
  const responses = Object.entries(operation.responses);
  const answers = responses.filter(([status]) => isAnswer(status));
  const problems = responses.filter(([status]) => !isAnswer(status));
  return html`<details id="${operation.operationId}"><summary>
<span class="method">${method}</span><span class="path">${path}</span><span>${operation.summary}</span>
<span class="role">${role}</span></summary><div class="inside"><p class="muted">${operation.description}</p>
${rows.length === 0 ? "" : html`<table><thead><tr><th>Parameter</th><th>In</th><th>Type</th></tr></thead><tbody>${rows}</tbody></table>`}
${operation.requestBody === undefined ? "" : html`<p>Body: ${renderType(findSchema(operation.requestBody))}</p>`}
${answers.map(
  ([status, response]) =>
    html`<p><strong>${status}</strong> ${response.description} ${renderType(findSchema(response))}</p>`,
)}
<table><thead><tr><th>Status</th><th>Problems</th></tr></thead><tbody>
${problems.map(([status, response]) => html`<tr><td><strong>${status}</strong></td><td>${renderProblems(response)}</td></tr>`)}
</tbody></table></div></details>`;
}

function isAnswer(status: string): boolean {
  return status.startsWith("2");
}

function renderProblems(response: JsonSchema): Html {
  const codes = findCodes(response);
  if (codes.length === 0) return html`${response.description} ${renderType(findSchema(response))}`;
  return html`${codes.map((code, index) => html`${index === 0 ? "" : ", "}<a href="#problem-${code}"><code>${code}</code></a>`)}`;
}

/** The codes of a problem that a response narrows it to; none of an answer, and of a problem that may have any. */
function findCodes(response: JsonSchema): readonly unknown[] {
  const { allOf } = toRecord(findSchema(response));
  const parts: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
  return parts.flatMap((part) => {
    const codes: unknown = toRecord(toRecord(toRecord(part).properties).code).enum;
    return Array.isArray(codes) ? codes : [];
  });
}

function renderSchema(name: string, schema: JsonSchema): Html {
  const properties = Object.entries(toRecord(schema.properties));
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const rows = properties.map(
    ([field, type]) =>
      html`<tr><td><code>${field}</code></td><td>${renderType(type)}</td><td class="muted">${required.includes(field) ? "required" : ""}</td></tr>`,
  );
  const body =
    properties.length === 0
      ? html`<p>${renderType(schema)}</p>`
      : html`<table><tbody>${rows}</tbody></table>`;
  return html`<details id="schema-${name}"><summary><span class="path">${name}</span></summary><div class="inside">${body}</div></details>`;
}

function renderProblem(code: ProblemCode): Html {
  return html`<tr id="problem-${code}"><td><code>${code}</code></td><td>${problemStatus[code]}</td><td>${refuse(code).message.text}</td></tr>`;
}

/** A schema in few words, with a link where it has a name. */
function renderType(schema: unknown): Html {
  const value = toRecord(schema);
  if (typeof value.$ref === "string") {
    const name = value.$ref.slice(value.$ref.lastIndexOf("/") + 1);
    return html`<a href="#schema-${name}"><code>${name}</code></a>${describeDefault(value)}`;
  }
  const union = value.oneOf ?? value.anyOf;
  if (Array.isArray(union)) {
    return html`${union.map((one, index) => html`${index === 0 ? "" : " or "}${renderType(one)}`)}`;
  }
  if (value.type === "array") return html`list of ${renderType(value.items)}`;
  if (Array.isArray(value.enum)) return html`<code>${value.enum.join(" | ")}</code>${describeDefault(value)}`;
  if (value.const !== undefined) return html`<code>${String(value.const)}</code>`;
  if (value.type === "object") return renderObject(value);
  return html`${describeScalar(value)}${describeDefault(value)}`;
}

function renderObject(value: Record<string, unknown>): Html {
  const fields = Object.entries(toRecord(value.properties));
  if (fields.length > 0) {
    return html`{ ${fields.map(([name, type], index) => html`${index === 0 ? "" : ", "}<code>${name}</code>: ${renderType(type)}`)} }`;
  }
  const inner = toRecord(value.additionalProperties);
  return Object.keys(inner).length === 0 ? html`object` : html`map of ${renderType(inner)}`;
}

function describeScalar(value: Record<string, unknown>): string {
  const kinds = Array.isArray(value.type) ? value.type.join(" or ") : value.type;
  const limits = [
    value.format,
    value.minimum === undefined || value.minimum === Number.MIN_SAFE_INTEGER
      ? undefined
      : `≥ ${value.minimum}`,
    value.maximum === undefined || value.maximum === Number.MAX_SAFE_INTEGER
      ? undefined
      : `≤ ${value.maximum}`,
    value.maxLength === undefined ? undefined : `at most ${value.maxLength} characters`,
  ].filter((one) => one !== undefined);
  return [typeof kinds === "string" ? kinds : "any value", ...limits].join(", ");
}

function describeDefault(value: Record<string, unknown>): string {
  return value.default === undefined ? "" : `, default ${JSON.stringify(value.default)}`;
}

function findSchema(part: JsonSchema): unknown {
  const [media] = Object.values(toRecord(part.content));
  return toRecord(media).schema ?? { type: "nothing" };
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
