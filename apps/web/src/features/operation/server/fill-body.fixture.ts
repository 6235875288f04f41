import { randomUUID } from "node:crypto";
import { type EndpointName, endpoints } from "@primacy/contract/api";
import { z } from "zod";
import { buildComponents } from "../../../server/openapi/components";

/** What an order repeats instead of the cluster's name. */
export const confirm = "another cluster";

/** The id of nothing that is stored. */
export const nothingStored = randomUUID();

const components = buildComponents();
const place = "#/components/schemas/";

/** What a value of a schema is made by. */
const Shape = z.object({
  $ref: z.string().startsWith(place).optional(),
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
  items: z.unknown().optional(),
  minItems: z.number().default(0),
  minLength: z.number().default(1),
  minimum: z.number().default(0),
});

/**
 * A whole body for a call, as its schema wants it: every field that is required, and what confirms the order. It confirms
 * with another cluster's name, and names nothing that is stored. Throws where the schema wants what no type tells.
 */
export function fillBody(name: EndpointName): Readonly<Record<string, unknown>> {
  const fields = components.fieldsOf(name, "body");
  const body = Object.fromEntries(
    fields
      .filter((field) => field.isRequired || field.name === "confirm")
      .map((field) => [field.name, field.name === "confirm" ? confirm : fill(field.schema)]),
  );
  const { error } = endpoints[name].body.safeParse(body);
  if (error !== undefined) throw new Error(`no body for ${name} can be made of its schema: ${error.message}`);
  return body;
}

function fill(schema: unknown): unknown {
  const shape = Shape.parse(schema);
  const [first] = shape.anyOf ?? shape.oneOf ?? [];
  if (first !== undefined) return fill(first);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.$ref !== undefined) return fill(findComponent(shape.$ref.slice(place.length)));
  switch (shape.type) {
    case "string":
      return shape.format === "uuid" ? nothingStored : "a".repeat(shape.minLength);
    case "integer":
    case "number":
      return shape.minimum;
    case "boolean":
      return false;
    case "array":
      return Array.from({ length: shape.minItems }, () => fill(shape.items));
    case "object":
      return Object.fromEntries(shape.required.map((key) => [key, fill(shape.properties[key])]));
    default:
      return null;
  }
}

/** A schema that differs on its way in is a component of its own. */
function findComponent(name: string): unknown {
  return components.schemas[`${name}Input`] ?? components.schemas[name];
}
