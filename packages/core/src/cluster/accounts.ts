import { plainSql, quoteAccount, quoteLiteral, type SqlStatement } from "./sql";

/** The accounts that Primacy makes in a group: one per purpose, each with what that purpose needs. */
export const accountPurposes = ["admin", "agent", "verify"] as const;
export type AccountPurpose = (typeof accountPurposes)[number];

/** The user name of each account. */
export const accountUsers: Readonly<Record<AccountPurpose, string>> = {
  admin: "primacy_admin",
  agent: "primacy_agent",
  verify: "primacy_verify",
};

/** The schema that Primacy makes before the first VIP, and its tables. Nothing else may live in it. */
export const primacySchema = "primacy";
export const primacyTables = ["probe", "read_vip", "verify"] as const;

const tablesForObserving = [
  "performance_schema.replication_group_members",
  "performance_schema.replication_group_member_stats",
  "performance_schema.replication_connection_status",
  "performance_schema.replication_applier_status_by_worker",
];

interface AccountRights {
  readonly grants: readonly string[];
  /** What it may do and hand on. */
  readonly handsOn: readonly string[];
}

const agentGrants = [
  // SERVICE_CONNECTION_ADMIN: a connection over the admin address, which max_connections does not limit.
  "GRANT SERVICE_CONNECTION_ADMIN ON *.*",
  ...tablesForObserving.map((table) => `GRANT SELECT ON ${table}`),
  // That a server was told to stop stands nowhere else, nor why a member did not join.
  "GRANT SELECT ON performance_schema.error_log",
];

const rights: Readonly<Record<AccountPurpose, AccountRights>> = {
  admin: {
    grants: [
      // CREATE USER: to take Primacy's accounts back at removal, without an administrator's password.
      // CONNECTION_ADMIN: to reach a member that MySQL put into offline mode when it lost it from the group.
      "GRANT GROUP_REPLICATION_ADMIN, CREATE USER, CONNECTION_ADMIN ON *.*",
      "GRANT SELECT ON performance_schema.events_transactions_current",
    ],
    // The agent's own rights: a member that joins later needs an account of its own.
    handsOn: ["GRANT ALL PRIVILEGES ON `primacy`.*", ...agentGrants],
  },
  agent: { grants: agentGrants, handsOn: [] },
  verify: { grants: [], handsOn: [] },
};

/** What says from where an agent reaches the server of its own host. */
export interface AgentServer {
  readonly address: string;
  readonly adminAddress: string | null;
}

const loopbackHosts = ["localhost", "127.0.0.1"];

/**
 * From where agents sign in: each from its own host only, by the server's address, its admin address, or loopback.
 * Accounts replicate, so every server gets those of all members.
 */
export function agentAccountHosts(servers: readonly AgentServer[]): readonly string[] {
  const own = servers.flatMap(({ address, adminAddress }) => [address, adminAddress ?? address]);
  return [...loopbackHosts, ...[...new Set(own)].filter((host) => !loopbackHosts.includes(host)).sort()];
}

function accountsOf(purpose: AccountPurpose, agentHosts: readonly string[]): readonly string[] {
  const hosts = purpose === "agent" ? agentHosts : ["%"];
  return hosts.map((host) => quoteAccount(accountUsers[purpose], host));
}

/**
 * Makes one account, or gives it a new password where it exists; that of the agent once for each host that agents sign
 * in from. The statements go to the primary with binary logging on, so that every member gets them; each may run twice.
 * All that does not stay within the host demands TLS.
 */
export function accountStatements(
  purpose: AccountPurpose,
  password: string,
  agentHosts: readonly string[],
): readonly SqlStatement[] {
  const secret = quoteLiteral(password);
  const names = accountsOf(purpose, agentHosts);
  const local = new Set(loopbackHosts.map((host) => quoteAccount(accountUsers.agent, host)));
  const groups = [
    { tail: "REQUIRE SSL", group: names.filter((name) => !local.has(name)) },
    { tail: "REQUIRE NONE", group: names.filter((name) => local.has(name)) },
  ].filter(({ group }) => group.length > 0);
  const write = (verb: string, group: readonly string[], tail: string): SqlStatement => {
    const fill = (shown: string): string =>
      `${verb} ${group.map((name) => `${name} IDENTIFIED BY ${shown}`).join(", ")} ${tail} PASSWORD EXPIRE NEVER ACCOUNT UNLOCK`;
    return { text: fill(secret), shown: fill("'********'") };
  };
  const { grants, handsOn } = rights[purpose];
  return [
    ...groups.flatMap(({ tail, group }) => [
      write("CREATE USER IF NOT EXISTS", group, tail),
      write("ALTER USER", group, tail),
    ]),
    ...(names.length === 0 ? [] : grants.map((grant) => plainSql(`${grant} TO ${names.join(", ")}`))),
    ...handsOn.map((grant) => plainSql(`${grant} TO ${names.join(", ")} WITH GRANT OPTION`)),
  ];
}

/** Takes one account away, that of the agent for all of these hosts; nothing happens where there is none. */
export function dropAccountStatements(
  purpose: AccountPurpose,
  agentHosts: readonly string[],
): readonly SqlStatement[] {
  const names = accountsOf(purpose, agentHosts);
  return names.length === 0 ? [] : [plainSql(`DROP USER IF EXISTS ${names.join(", ")}`)];
}

/** What agents do in the tables: every one reads both, and the one on the primary's host writes who has which read VIP. */
const agentTableRights = [
  "SELECT ON `primacy`.`probe`",
  "SELECT, INSERT, UPDATE, DELETE ON `primacy`.`read_vip`",
];

function agentTableStatements(agentHosts: readonly string[]): readonly SqlStatement[] {
  const names = accountsOf("agent", agentHosts);
  if (names.length === 0) return [];
  return agentTableRights.map((right) => plainSql(`GRANT ${right} TO ${names.join(", ")}`));
}

/** The hosts of the agents' accounts that there are. Any account that may create others sees them. */
export const agentHostsQuery = `SELECT HOST AS host FROM information_schema.USER_ATTRIBUTES WHERE USER = '${accountUsers.agent}' ORDER BY HOST`;

const verifyRights = "SELECT, INSERT, DELETE ON `primacy`.`verify`";
const verifyAccount = quoteAccount(accountUsers.verify, "%");

/** Makes the schema with its tables, and lets the accounts into them. May run twice. */
export function schemaStatements(agentHosts: readonly string[]): readonly SqlStatement[] {
  return [
    ...[
      "CREATE DATABASE IF NOT EXISTS `primacy`",
      // The agent's consensus probe reads this row; nobody writes it.
      "CREATE TABLE IF NOT EXISTS `primacy`.`probe` (`id` TINYINT UNSIGNED NOT NULL PRIMARY KEY, `v` TINYINT UNSIGNED NOT NULL) ENGINE=InnoDB",
      "INSERT IGNORE INTO `primacy`.`probe` (`id`, `v`) VALUES (1, 1)",
      // Who has which read VIP. A host takes one only by a read of its row in the group's order.
      "CREATE TABLE IF NOT EXISTS `primacy`.`read_vip` (`vip_id` CHAR(36) CHARACTER SET ascii NOT NULL PRIMARY KEY, `host_id` CHAR(36) CHARACTER SET ascii NOT NULL, `home_host_id` CHAR(36) CHARACTER SET ascii NOT NULL, `changed_at` TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3)) ENGINE=InnoDB",
      "CREATE TABLE IF NOT EXISTS `primacy`.`verify` (`id` CHAR(36) CHARACTER SET ascii NOT NULL PRIMARY KEY, `server_uuid` CHAR(36) CHARACTER SET ascii NOT NULL, `written_at` TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)) ENGINE=InnoDB",
    ].map(plainSql),
    ...agentTableStatements(agentHosts),
    plainSql(`GRANT ${verifyRights} TO ${verifyAccount}`),
  ];
}

/** Takes the rights in the schema back. A right that is not there makes its statement fail with 1147; that is no harm. */
export function schemaRevokeStatements(agentHosts: readonly string[]): readonly SqlStatement[] {
  return [
    ...accountsOf("agent", agentHosts).flatMap((name) =>
      agentTableRights.map((right) => `REVOKE ${right} FROM ${name}`),
    ),
    `REVOKE ${verifyRights} FROM ${verifyAccount}`,
  ].map(plainSql);
}

/** Drops the tables, and then the schema: only if nothing else is in it (`foreignTablesQuery` says so). */
export const schemaDropStatements: readonly SqlStatement[] = [
  `DROP TABLE IF EXISTS ${primacyTables.map((table) => `\`primacy\`.\`${table}\``).join(", ")}`,
  "DROP DATABASE IF EXISTS `primacy`",
].map(plainSql);

/** Names the tables in the schema that are not Primacy's. */
export const foreignTablesQuery = `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'primacy' AND TABLE_NAME NOT IN (${primacyTables.map((table) => `'${table}'`).join(", ")}) ORDER BY TABLE_NAME`;
