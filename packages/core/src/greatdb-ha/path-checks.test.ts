import { message, quote } from "@primacy/contract";
import type { PluginPathTry } from "@primacy/contract/agent";
import { expect, it } from "vitest";
import { snapshot, vip } from "../check/catalogue.fixture";
import { checkPlugin } from "./check-plugin";
import { mayTell, quoteAccount } from "./path-grants";
import type { PluginPathSight } from "./path-sight";
import type { PluginMember } from "./plugin-sight";
import { pluginMember, pluginServer } from "./plugin-sight.fixture";
import { findPluginRelease } from "./version-rules";

type Udf = Extract<PluginPathSight, { kind: "udf" }>;
type Port = Extract<PluginPathSight, { kind: "port" }>;

const peers = [2, 3].map((n) => ({
  memberId: pluginMember(n).memberId,
  ...{ name: `db${n}`, host: `10.77.0.1${n}`, port: 3306 },
}));
const may = "GRANT REPLICATION SLAVE, SUPER ON *.* TO `repl`@`%`";
const mayNot = "GRANT REPLICATION SLAVE ON *.* TO `repl`@`%`";

function signedIn(n: number, grants: readonly string[] = [may]): PluginPathTry {
  const { host, port } = peers[n] ?? { host: "", port: 0 };
  return { kind: "signed_in", host, port, account: "repl@%", grants: [...grants], answer: null };
}

function failed(n: number, errorCode: string): PluginPathTry {
  const { host, port } = peers[n] ?? { host: "", port: 0 };
  return { kind: "failed", host, port, at: "sign_in", errorCode, told: quote(`said ${errorCode}`) };
}

function udf(change: Partial<Udf> = {}): Udf {
  return {
    ...{ kind: "udf", user: "repl", hasPassword: true, peers, tries: [signedIn(0), signedIn(1)] },
    accounts: [{ host: "%", requiresTls: false, mayTell: true }],
    connections: { limit: 151, now: 20, most: 40 },
    ...change,
  };
}

function byPort(change: Partial<Port> = {}): Port {
  const tries = peers.map((_, n) => failed(n, "ECONNREFUSED"));
  return { kind: "port", port: 18_888, isListening: false, peers, tries, ...change };
}

/** What is said of db1, whose path is this one; those of the others are as db2's. */
function found(path: PluginPathSight, others: PluginPathSight = udf(), change: Partial<PluginMember> = {}) {
  const base = snapshot();
  const request = { ...base.request, provider: "greatdb_ha" as const, address: vip };
  const members = [
    pluginMember(1, { path, ...change }),
    pluginMember(2, { path: others }),
    pluginMember(3, { path: others }),
  ];
  return checkPlugin({ ...base, request, plugin: { members, hasAdministrator: true } }).checks;
}

function resultsOf(...seen: Parameters<typeof found>): readonly string[] {
  return found(...seen)
    .filter(
      ({ hostName, code, result }) => hostName === "db1" && code.startsWith("plugin_") && result !== "pass",
    )
    .map(({ result, evidence }) => `${result} ${evidence.code.replace("check.plugin_", "")}`);
}

it("a path that was tried in each direction passes", () => {
  const checks = found(udf());
  const codes = ["plugin_channel", "plugin_privilege", "plugin_connections"];
  for (const code of codes)
    expect(checks.filter((one) => one.code === code).map(({ result }) => result)).toEqual(
      Array(3).fill("pass"),
    );
  expect(checks.filter(({ code }) => code === "plugin_port")).toEqual([]);
});

const rows: readonly (readonly [string, Partial<Udf>, Partial<Udf>, readonly string[]])[] = [
  ["no account in its channel", { user: null, tries: null }, {}, ["fail channel.fail_no_account"]],
  ["no stored password", { hasPassword: false, tries: null }, {}, ["warn channel.warn_password"]],
  ["an agent that did not try", { tries: null }, {}, ["warn channel.warn_untried"]],
  [
    "a server that demands TLS of all",
    { tries: [failed(0, "ER_SECURE_TRANSPORT_REQUIRED"), signedIn(1)] },
    {},
    ["fail channel.fail_secure"],
  ],
  [
    "an account that has to come over TLS",
    { tries: [failed(0, "ER_ACCESS_DENIED_ERROR"), signedIn(1)] },
    { accounts: [{ host: "%", requiresTls: true, mayTell: true }] },
    ["fail channel.fail_tls"],
  ],
  [
    "a password that is not the account's",
    { tries: [failed(0, "ER_ACCESS_DENIED_ERROR"), failed(1, "ER_ACCESS_DENIED_ERROR")] },
    {},
    ["fail channel.fail_denied", "fail channel.fail_denied"],
  ],
  [
    "no connection left",
    { tries: [failed(0, "ER_CON_COUNT_ERROR"), signedIn(1)] },
    {},
    ["fail channel.fail_full"],
  ],
  [
    "a name that is not known here",
    { tries: [failed(0, "ENOTFOUND"), signedIn(1)] },
    {},
    ["fail channel.fail_name"],
  ],
  ["anything else", { tries: [signedIn(0), failed(1, "ETIMEDOUT")] }, {}, ["fail channel.fail_other"]],
  [
    "an account without the privilege on one member",
    { tries: [signedIn(0), signedIn(1, [mayNot])] },
    {},
    ["fail privilege.fail"],
  ],
  [
    "no sign-in tried, and no account of that name with the privilege",
    { tries: null },
    { accounts: [{ host: "%", requiresTls: false, mayTell: false }] },
    ["warn channel.warn_untried", "fail privilege.fail", "fail privilege.fail"],
  ],
  ["one connection left", { connections: { limit: 21, now: 20, most: 21 } }, {}, ["fail connections.fail"]],
  [
    "none left at some time",
    { connections: { limit: 151, now: 20, most: 150 } },
    {},
    ["warn connections.warn"],
  ],
];
it.each(rows)("by functions: of one with %s it says so", (_title, change, others, expected) => {
  expect(resultsOf(udf(change), udf(others))).toEqual(expected);
});

const portRows: readonly (readonly [string, Partial<Port>, readonly string[]])[] = [
  ["nobody there yet", {}, []],
  ["a port that is taken", { isListening: true }, ["fail port.fail"]],
  [
    "an agent that did not look",
    { isListening: null, tries: null },
    ["warn port.warn", "warn port_path.warn"],
  ],
  [
    "a firewall",
    { tries: [failed(0, "ETIMEDOUT"), failed(1, "ECONNREFUSED")] },
    ["fail port_path.fail_filtered"],
  ],
  [
    "no route, and a name that is not known",
    { tries: [failed(0, "EHOSTUNREACH"), failed(1, "ENOTFOUND")] },
    ["fail port_path.fail_other", "fail port_path.fail_name"],
  ],
];
it.each(portRows)("by the port: of one with %s it says so", (_title, change, expected) => {
  expect(resultsOf(byPort(change), byPort())).toEqual(expected);
});

it("8.0.32-25 takes addresses only, and those after it names too", () => {
  const named = byPort({ peers: peers.map((one) => ({ ...one, host: `${one.name}.example` })) });
  const of = (version: string) =>
    resultsOf(named, byPort(), {
      server: pluginServer({ version, release: findPluginRelease(version, "GreatSQL") }),
    }).filter((one) => one.includes("port"));
  expect(of("8.0.32-25")).toEqual(Array(2).fill("fail port_path.fail_address"));
  expect(of("8.0.32-26")).toEqual([]);
});

it("a member of which nothing could be read is no pass", () => {
  expect(resultsOf({ kind: "unread", reason: message("check.pending") })).toEqual(["warn path.warn"]);
  expect(resultsOf({ kind: "none" })).toEqual([]);
});

it("a member of another release is found where one speaks alone", () => {
  const older = {
    server: pluginServer({ version: "8.4.4-4", release: findPluginRelease("8.4.4-4", "GreatSQL") }),
  };
  const alike = found(byPort(), udf(), older).filter(({ code }) => code === "plugin_alike");
  expect(alike.map(({ result, evidence }) => [result, evidence.params.releases])).toEqual([
    ["fail", "8.4.4-4, 8.4.4-5"],
  ]);
});

it.each([
  ["GRANT ALL PRIVILEGES ON *.* TO `repl`@`%` WITH GRANT OPTION", true],
  ["GRANT BACKUP_ADMIN,REPLICATION_SLAVE_ADMIN ON *.* TO `repl`@`%`", true],
  ["GRANT REPLICATION SLAVE ON *.* TO `SUPER`@`%`", false],
  ["GRANT ALL PRIVILEGES ON `mysql`.* TO `repl`@`%`", false],
  ["GRANT `SUPER`@`%` TO `repl`@`%`", false],
])("what a grant gives: %s", (grant, expected) => {
  expect(mayTell([grant])).toBe(expected);
});

it("an account is named as a statement takes it", () => {
  expect(quoteAccount("o'neill@home@10.0.0.%")).toBe("'o''neill@home'@'10.0.0.%'");
});
