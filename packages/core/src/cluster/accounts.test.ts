import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountPurposes, accountStatements, dropAccountStatements, schemaStatements } from "./accounts";
import { quoteAccount, quoteIdentifier, quoteLiteral } from "./sql";

describe("accountStatements", () => {
  it("never shows the password, and always uses it", () => {
    void fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.constantFrom(...accountPurposes), (password, purpose) => {
        const statements = accountStatements(purpose, password);
        expect(statements.filter((one) => one.text.includes(quoteLiteral(password))).length).toBe(2);
        expect(statements.some((one) => one.shown.includes(quoteLiteral(password)))).toBe(false);
      }),
    );
  });

  it("lets the verification account do nothing by itself, and into one table only", () => {
    expect(accountStatements("verify", "x").some((one) => one.text.startsWith("GRANT"))).toBe(false);
    const grants = schemaStatements.filter((one) => one.text.includes("primacy_verify"));
    expect(grants.map((one) => one.text)).toEqual([
      "GRANT SELECT, INSERT, DELETE ON `primacy`.`verify` TO 'primacy_verify'@'%'",
    ]);
  });

  it("gives the agent no right to write anything", () => {
    const grants = [...accountStatements("agent", "x"), ...schemaStatements].filter(
      (one) => one.text.startsWith("GRANT") && one.text.includes("primacy_agent"),
    );
    for (const { text } of grants) expect(text).toMatch(/^GRANT (SELECT|SERVICE_CONNECTION_ADMIN) ON /);
  });

  it("demands TLS of the accounts that travel the network", () => {
    expect(
      accountPurposes.filter((purpose) => accountStatements(purpose, "x")[0]?.text.includes("REQUIRE SSL")),
    ).toEqual(["admin", "verify"]);
  });

  it("drops only its own accounts", () => {
    expect(dropAccountStatements("agent").map((one) => one.text)).toEqual([
      "DROP USER IF EXISTS 'primacy_agent'@'%'",
    ]);
  });
});

describe("quoting", () => {
  it.each([
    ["plain", "'plain'"],
    ["it's", "'it''s'"],
    ["a\\b", "_utf8mb4 0x615c62"],
    ["line\n", "_utf8mb4 0x6c696e650a"],
    ["密", "'密'"],
    ["密\\", "_utf8mb4 0xe5af865c"],
  ])("gives %j as %s", (text, quoted) => {
    expect(quoteLiteral(text)).toBe(quoted);
  });

  it("never lets a text end its literal", () => {
    void fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const quoted = quoteLiteral(text);
        if (quoted.startsWith("_utf8mb4")) expect(quoted).toMatch(/^_utf8mb4 0x(?:[0-9a-f]{2})+$/);
        else expect(quoted.slice(1, -1).replaceAll("''", "")).not.toMatch(/['\\]/);
      }),
    );
  });

  it("doubles backticks, and refuses what is no name", () => {
    expect(quoteIdentifier("a`b")).toBe("`a``b`");
    expect(() => quoteIdentifier("")).toThrow(TypeError);
    expect(quoteAccount("u", "%")).toBe("'u'@'%'");
    expect(() => quoteAccount("u\\", "%")).toThrow(TypeError);
  });
});
