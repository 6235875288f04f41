import { expect, it } from "vitest";
import {
  bootstrapArguments,
  bootstrapInput,
  forgetRouterStatements,
  nameRouter,
  readRouterVersion,
  routerAccountStatements,
} from "./router-bootstrap";

const proxyId = "0190c0de-0000-7000-8000-00000000abcd";
const names = nameRouter(proxyId);

it("gives each MySQL Router names of its own, within the lengths that MySQL allows", () => {
  expect(names.account.length).toBeLessThanOrEqual(32);
  expect(names.folder).toBe("/var/lib/mysqlrouter/primacy-0190c0de00007000800000000000abcd");
  expect(nameRouter("0190c0de-0000-7000-8000-00000000abce").account).not.toBe(names.account);
});

it("bootstraps by MySQL Router's own account over TLS: no password stands in the arguments", () => {
  const target = { primary: { address: "fd00::1", port: 3_306 }, hostAddress: "10.0.0.5" };
  const args = bootstrapArguments(names, target);
  expect(args).toContain(`${names.account}@[fd00::1]:3306`);
  expect(args.join(" ")).toContain(`--account ${names.account} --account-create never`);
  expect(args.join(" ")).toContain("--ssl-mode REQUIRED");
  expect(bootstrapInput("secret")).toBe("secret\nsecret\n");
});

it("shows no password of the account, and lets it write of itself alone", () => {
  const statements = routerAccountStatements(names.account, "s3cr3t'x");
  expect(statements.map(({ shown }) => shown).join("\n")).not.toContain("s3cr3t");
  expect(statements[0]?.text).toContain("IDENTIFIED BY 's3cr3t''x' REQUIRE SSL");
  const writes = statements.filter(({ text }) => /INSERT|DELETE|ALL/.test(text)).map(({ text }) => text);
  expect(writes.every((text) => /metadata`\.`(v2_)?routers` TO/.test(text))).toBe(true);
});

it("forgets a MySQL Router by its own name alone, and may do so twice", () => {
  const { row, account } = forgetRouterStatements(names);
  expect(row.text).toBe(
    `DELETE FROM \`mysql_innodb_cluster_metadata\`.\`routers\` WHERE router_name = '${names.name}'`,
  );
  expect(account.text).toBe(`DROP USER IF EXISTS '${names.account}'@'%'`);
});

it.each([
  ["MySQL Router  Ver 9.7.4-2 for Linux on x86_64 ((Debian))\nCopyright (c) 2015", "9.7.4"],
  ["MySQL Router  Ver 8.0.41 for Linux on x86_64 (MySQL Community - GPL)", "8.0.41"],
  ["mysqlrouter: error while loading shared libraries: libmysqlharness.so.1 (version 1.2.3)", null],
  ["", null],
])("reads the version in %j", (printed, version) => {
  expect(readRouterVersion(printed)).toBe(version);
});
