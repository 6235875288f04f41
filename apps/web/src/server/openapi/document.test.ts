import { ProblemCode, problemStatus } from "@primacy/contract";
import { type EndpointName, endpoints, listRefusals } from "@primacy/contract/api";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { buildComponents, listEndpoints } from "./components";
import { buildDocument } from "./document";
import { renderPage } from "./page";

const document = buildDocument("1.2.3");

/** The codes that the document names for a call, by their status. */
function problemsOf(name: EndpointName): Record<string, string[]> {
  const { path, method } = endpoints[name];
  const responses = Object.entries(document.paths[path]?.[method]?.responses ?? {});
  return Object.fromEntries(
    responses.flatMap(([status, { content }]) => {
      const schema = Object(content)["application/problem+json"]?.schema;
      const codes: unknown = schema?.allOf?.[1]?.properties.code.enum;
      if (!Array.isArray(codes)) return [];
      expect(codes.map((code) => problemStatus[ProblemCode.parse(code)])).toEqual(
        codes.map(() => Number(status)),
      );
      return [[status, codes]];
    }),
  );
}

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it("has every call of the contract, with its role", () => {
    for (const [name, endpoint] of listEndpoints()) {
      const operation = document.paths[endpoint.path]?.[endpoint.method];
      expect(operation?.operationId).toBe(name);
      expect(operation?.["x-required-role"]).toBe(endpoint.access);
    }
  });

  it("refers to nothing that is not there", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    const names = new Set(Object.keys(document.components.schemas));
    expect(references.length).toBeGreaterThan(100);
    expect(references.map(([, name]) => name).filter((name) => !names.has(name ?? ""))).toEqual([]);
  });

  it("lets a nullable reference be null, and a default be left out on its way in only", () => {
    const { schemas } = document.components;
    expect(schemas.Host?.properties).toMatchObject({
      hostKey: { anyOf: [{ $ref: "#/components/schemas/HostKey" }, { type: "null" }] },
    });
    expect(schemas.HostCreate?.required).not.toContain("sshPort");
    expect(buildComponents().nameOf("createHosts", "body")).toBe("HostsCreate");
  });

  it("names by what each list can be sorted, and how it is without being asked", () => {
    const parameters = document.paths["/hosts"]?.get?.parameters ?? [];
    expect(parameters.map((one) => one.name)).toEqual(["cursor", "limit", "sort", "order"]);
    expect(parameters[2]?.schema).toMatchObject({ default: "name" });
    expect(document.components.schemas.HostSort?.enum).toContain("agentVersion");
    expect(document.components.schemas.SortOrder?.enum).toEqual(["asc", "desc"]);
  });

  it("names what each call can be refused with, by its status", () => {
    expect(problemsOf("switchOver")).toEqual({
      400: ["malformed_body"],
      401: ["not_signed_in"],
      403: ["forbidden", "csrf_rejected"],
      404: ["not_found"],
      409: ["cluster_busy", "idempotency_in_progress", "vip_paused"],
      422: ["validation_failed", "idempotency_key_reused", "multi_primary"],
      500: ["internal_error"],
      503: ["worker_absent", "database_unavailable"],
    });
    expect(problemsOf("signIn")).toMatchObject({
      401: ["sign_in_failed"],
      403: ["csrf_rejected"],
      409: ["setup_needed"],
      429: ["too_many_attempts"],
    });
    expect(problemsOf("getSession")).toEqual({
      401: ["not_signed_in"],
      422: ["validation_failed"],
      500: ["internal_error"],
      503: ["database_unavailable"],
    });
    for (const [name, endpoint] of listEndpoints())
      expect(Object.values(problemsOf(name)).flat().sort()).toEqual([...listRefusals(endpoint)].sort());
  });

  it("says of a check that no operation is in its way, and of one on a host what may be", () => {
    const busy = (name: EndpointName): string[] =>
      (problemsOf(name)[409] ?? []).filter((code) => code === "cluster_busy" || code === "in_use");
    expect(busy("checkSwitchover")).toEqual([]);
    expect(busy("testHost")).toEqual([]);
    expect(busy("registerCluster")).toEqual([]);
    expect(busy("applyVip")).toEqual(["cluster_busy"]);
    expect(busy("installAgent")).toEqual(["cluster_busy", "in_use"]);
  });

  it("shows no secret in any answer", () => {
    const secret = /password|privateKey|passphrase/;
    const answers = ["Host", "User", "Session", "ApiToken", "Operation", "Cluster"];
    for (const name of answers)
      expect(
        Object.keys(Object(document.components.schemas[name]?.properties)).filter((one) => secret.test(one)),
      ).toEqual([]);
  });
});

it("the page of the API loads nothing and runs nothing", async () => {
  const page = await renderPage(document, { nonce: "abc", theme: "dark" });
  expect(page).not.toMatch(/<script|<link|<img|https?:\/\/|@import|url\(/i);
  expect(page).toContain('data-theme="dark"');
  for (const [name] of listEndpoints()) expect(page).toContain(`id="${name}"`);
  expect(page).toContain('<a href="#problem-vip_not_paused"><code>vip_not_paused</code></a>');
});
