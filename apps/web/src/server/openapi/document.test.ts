import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { buildComponents, listEndpoints } from "./components";
import { buildDocument } from "./document";
import { renderPage } from "./page";

const document = buildDocument("1.2.3");

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
});
