import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accountPurposes,
  accountStatements,
  agentAccountHosts,
  dropAccountStatements,
  schemaStatements,
} from "./accounts";
import { quoteAccount, quoteIdentifier, quoteLiteral } from "./sql";

const hosts = agentAccountHosts([
  { address: "10.77.0.11", adminAddress: "10.78.0.11" },
  { address: "10.77.0.12", adminAddress: null },
  { address: "10.77.0.13", adminAddress: "127.0.0.1" },
]);

describe("accountStatements", () => {
  it("lets agents sign in from their own hosts only, and over the network by TLS only", () => {
    expect(hosts).toEqual(["localhost", "127.0.0.1", "10.77.0.11", "10.77.0.12", "10.77.0.13", "10.78.0.11"]);
    const shown = accountStatements("agent", "x", hosts).map((one) => one.shown);
    expect(shown.join("\n")).not.toContain("'%'");
    expect(shown.slice(0, 4).map((text) => text.replaceAll(" IDENTIFIED BY '********'", ""))).toEqual([
      "CREATE USER IF NOT EXISTS 'primacy_agent'@'10.77.0.11', 'primacy_agent'@'10.77.0.12', 'primacy_agent'@'10.77.0.13', 'primacy_agent'@'10.78.0.11' REQUIRE SSL PASSWORD EXPIRE NEVER ACCOUNT UNLOCK",
      "ALTER USER 'primacy_agent'@'10.77.0.11', 'primacy_agent'@'10.77.0.12', 'primacy_agent'@'10.77.0.13', 'primacy_agent'@'10.78.0.11' REQUIRE SSL PASSWORD EXPIRE NEVER ACCOUNT UNLOCK",
      "CREATE USER IF NOT EXISTS 'primacy_agent'@'localhost', 'primacy_agent'@'127.0.0.1' REQUIRE NONE PASSWORD EXPIRE NEVER ACCOUNT UNLOCK",
      "ALTER USER 'primacy_agent'@'localhost', 'primacy_agent'@'127.0.0.1' REQUIRE NONE PASSWORD EXPIRE NEVER ACCOUNT UNLOCK",
    ]);
  });

  it("lets the console hand on to a new member's agent what agents have, and nothing else of its own", () => {
    const handed = accountStatements("admin", "x", hosts).filter((one) =>
      one.text.endsWith("WITH GRANT OPTION"),
    );
    const agents = accountStatements("agent", "x", hosts).filter((one) => one.text.startsWith("GRANT"));
    const rightOf = (text: string): string => text.split(" TO ")[0] ?? "";
    expect(handed.map((one) => rightOf(one.text))).toEqual([
      "GRANT ALL PRIVILEGES ON `primacy`.*",
      ...agents.map((one) => rightOf(one.text)),
    ]);
  });

  it("never shows the password, and always uses it", () => {
    void fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.constantFrom(...accountPurposes), (password, purpose) => {
        const statements = accountStatements(purpose, password, hosts);
        const withPassword = statements.filter((one) => one.text.includes(quoteLiteral(password)));
        expect(withPassword).toHaveLength(purpose === "agent" ? 4 : 2);
        expect(statements.some((one) => one.shown.includes(quoteLiteral(password)))).toBe(false);
      }),
    );
  });

  it("lets the verification account do nothing by itself, and into one table only", () => {
    expect(accountStatements("verify", "x", hosts).some((one) => one.text.startsWith("GRANT"))).toBe(false);
    const grants = schemaStatements(hosts).filter((one) => one.text.includes("primacy_verify"));
    expect(grants.map((one) => one.text)).toEqual([
      "GRANT SELECT, INSERT, DELETE ON `primacy`.`verify` TO 'primacy_verify'@'%'",
    ]);
  });

  it("gives the agent no right to write anything but who has which read VIP", () => {
    const grants = [...accountStatements("agent", "x", hosts), ...schemaStatements(hosts)].filter(
      (one) => one.text.startsWith("GRANT") && one.text.includes("primacy_agent"),
    );
    const writes = grants.filter(({ text }) => !/^GRANT (SELECT|SERVICE_CONNECTION_ADMIN) ON /.test(text));
    expect(writes.map(({ text }) => text.replace(/ TO .*/, ""))).toEqual([
      "GRANT SELECT, INSERT, UPDATE, DELETE ON `primacy`.`read_vip`",
    ]);
  });

  it("demands TLS of every account that travels the network", () => {
    for (const purpose of accountPurposes)
      expect(accountStatements(purpose, "x", hosts)[0]?.text).toContain("REQUIRE SSL");
  });

  it("drops only its own accounts", () => {
    expect(dropAccountStatements("agent", ["localhost", "10.77.0.11"]).map((one) => one.text)).toEqual([
      "DROP USER IF EXISTS 'primacy_agent'@'localhost', 'primacy_agent'@'10.77.0.11'",
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
