import * as contract from "@primacy/contract";
import { type Endpoint, type EndpointName, endpoints } from "@primacy/contract/api";
import { z } from "zod";

/** A JSON Schema of the dialect 2020-12, which is the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Schemas by component name, and where each endpoint's parts stand among them. */
export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** The component name of an endpoint's body or answer. */
  nameOf(endpoint: EndpointName, part: "body" | "answer"): string;
  /** The fields of an endpoint's parameters, query or body; none for a call that has no such part. */
  fieldsOf(endpoint: EndpointName, part: "params" | "query" | "body"): readonly Field[];
}

/** One field of an object schema. */
export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: unknown;
}

type EndpointPart = "params" | "query" | "body" | "answer";

type Direction = "input" | "output";
const parts: readonly EndpointPart[] = ["answer", "body", "params", "query"];
const prefix = "#/components/schemas/";
/** Shown though no answer names them: the problem document, and what an operation's `result` holds. */
const alwaysShown = [
  "Problem",
  "Discovery",
  "CheckedPlan",
  "VipProof",
  "SwitchoverResult",
  "MemberCheck",
  "MemberResult",
  "HostFacts",
];

/**
 * Makes one component of every named schema of the contract. zod's own conversion is used because it keeps input
 * and output apart (a default is optional on its way in, present on its way out) and nullable references right.
 * A schema whose two directions differ becomes two components, the incoming one with `Input` at its end.
 */
export function buildComponents(): Components {
  const registry = z.registry<{ id: string }>();
  const names = new Map<z.ZodType, string>();
  const add = (schema: z.ZodType, name: string): void => {
    if (names.has(schema)) return;
    names.set(schema, name);
    registry.add(schema, { ...schema.meta(), id: name });
  };
  for (const [name, value] of Object.entries(contract)) if (value instanceof z.ZodType) add(value, name);
  for (const [name, endpoint] of listEndpoints()) {
    for (const part of parts) add(endpoint[part], `${capitalize(name)}${capitalize(part)}`);
  }
  const incoming = convert(registry, "input");
  const outgoing = convert(registry, "output");
  const roots = (part: EndpointPart): string[] =>
    listEndpoints().flatMap(([, endpoint]) =>
      isEmpty(endpoint[part]) ? [] : [names.get(endpoint[part]) ?? ""],
    );
  // Parameters are written out where they stand; only what they refer to is a component.
  const asked = [...roots("params"), ...roots("query")].flatMap((name) => referencesOf(incoming[name]));
  const used = {
    input: reach(incoming, [...roots("body"), ...asked]),
    output: reach(outgoing, [...roots("answer"), ...alwaysShown]),
  };
  const split = findSplit(incoming, outgoing, used);
  const schemas: Record<string, JsonSchema> = {};
  for (const name of used.output) schemas[name] = outgoing[name] ?? {};
  for (const name of used.input) {
    const target = split.has(name) ? `${name}Input` : name;
    schemas[target] = rename(incoming[name] ?? {}, split);
  }
  return {
    schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b))),
    nameOf: (endpoint, part) => {
      const name = names.get(endpoints[endpoint][part]) ?? "";
      return part !== "answer" && split.has(name) ? `${name}Input` : name;
    },
    fieldsOf: (endpoint, part) => toFields(incoming, incoming[names.get(endpoints[endpoint][part]) ?? ""]),
  };
}

/** The endpoint table as pairs, each under the general type. */
export function listEndpoints(): [EndpointName, Endpoint][] {
  const table: Record<EndpointName, Endpoint> = endpoints;
  return Object.keys(table).flatMap((name): [EndpointName, Endpoint][] => {
    return isEndpointName(name) ? [[name, table[name]]] : [];
  });
}

function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name);
}

function isEmpty(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A schema that asks something of all its fields together is a reference to the one that has them. */
function toFields(schemas: Readonly<Record<string, JsonSchema>>, schema: JsonSchema | undefined): Field[] {
  const { properties, required, $ref } = schema ?? {};
  if (typeof $ref === "string") return toFields(schemas, schemas[$ref.slice(prefix.length)]);
  if (typeof properties !== "object" || properties === null) return [];
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, field]) => ({
    name,
    isRequired: names.includes(name),
    schema: field,
  }));
}

function convert(registry: z.core.$ZodRegistry<{ id: string }>, io: Direction): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    metadata: registry,
    uri: (id) => `${prefix}${id}`,
    // Readers of an answer must bear new fields: only what comes in is closed.
    override: ({ jsonSchema }) => {
      if (io === "output" && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, id: _name, ...schema }]) => [
      name,
      schema,
    ]),
  );
}

function referencesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [inner.slice(prefix.length)] : referencesOf(inner),
  );
}

function reach(schemas: Readonly<Record<string, JsonSchema>>, roots: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...roots];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name) || schemas[name] === undefined) continue;
    seen.add(name);
    open.push(...referencesOf(schemas[name]));
  }
  return seen;
}

/** Names that both directions use in two forms, with all that refer to them on their way in. */
function findSplit(
  incoming: Readonly<Record<string, JsonSchema>>,
  outgoing: Readonly<Record<string, JsonSchema>>,
  used: { readonly input: ReadonlySet<string>; readonly output: ReadonlySet<string> },
): Set<string> {
  const shared = [...used.input].filter((name) => used.output.has(name));
  const split = new Set(
    shared.filter((name) => JSON.stringify(incoming[name]) !== JSON.stringify(outgoing[name])),
  );
  for (let before = -1; before !== split.size; ) {
    before = split.size;
    for (const name of shared) {
      if (referencesOf(incoming[name]).some((inner) => split.has(inner))) split.add(name);
    }
  }
  return split;
}

function rename(schema: JsonSchema, split: ReadonlySet<string>): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, renameValue(key, value, split)]),
  );
}

function renameValue(key: string, value: unknown, split: ReadonlySet<string>): unknown {
  if (key === "$ref" && typeof value === "string") {
    return split.has(value.slice(prefix.length)) ? `${value}Input` : value;
  }
  if (Array.isArray(value)) return value.map((one) => renameValue("", one, split));
  if (typeof value !== "object" || value === null) return value;
  return rename(Object.fromEntries(Object.entries(value)), split);
}
