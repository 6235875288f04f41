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
export const primacyTables = ["probe", "verify"] as const;

const tablesForObserving = [
  "performance_schema.replication_group_members",
  "performance_schema.replication_group_member_stats",
  "performance_schema.replication_connection_status",
  "performance_schema.replication_applier_status_by_worker",
];

interface AccountRights {
  /** Accounts that travel the network must use TLS. The agent signs in on its own host only. */
  readonly needsTls: boolean;
  readonly grants: readonly string[];
}

const rights: Readonly<Record<AccountPurpose, AccountRights>> = {
  admin: {
    needsTls: true,
    grants: [
      // CREATE USER: to take Primacy's accounts back at removal, without an administrator's password.
      "GRANT GROUP_REPLICATION_ADMIN, CREATE USER ON *.*",
      "GRANT ALL PRIVILEGES ON `primacy`.*",
      ...tablesForObserving.map((table) => `GRANT SELECT ON ${table}`),
      "GRANT SELECT ON performance_schema.events_transactions_current",
    ],
  },
  agent: {
    needsTls: false,
    grants: [
      // SERVICE_CONNECTION_ADMIN: a connection over the admin address, which max_connections does not limit.
      "GRANT SERVICE_CONNECTION_ADMIN ON *.*",
      ...tablesForObserving.map((table) => `GRANT SELECT ON ${table}`),
    ],
  },
  verify: { needsTls: true, grants: [] },
};

function account(purpose: AccountPurpose): string {
  return quoteAccount(accountUsers[purpose], "%");
}

/**
 * Makes one account, or gives it a new password where it exists. The statements go to the primary with binary logging
 * on, so that every member gets them; each may run twice.
 */
export function accountStatements(purpose: AccountPurpose, password: string): readonly SqlStatement[] {
  const name = account(purpose);
  const { needsTls, grants } = rights[purpose];
  const tail = `REQUIRE ${needsTls ? "SSL" : "NONE"} PASSWORD EXPIRE NEVER ACCOUNT UNLOCK`;
  const withOption = (grant: string): string =>
    `${grant} TO ${name}${grant.endsWith("`primacy`.*") ? " WITH GRANT OPTION" : ""}`;
  const create = (secret: string): string =>
    `CREATE USER IF NOT EXISTS ${name} IDENTIFIED BY ${secret} ${tail}`;
  const alter = (secret: string): string => `ALTER USER ${name} IDENTIFIED BY ${secret} ${tail}`;
  const hidden = "'********'";
  const secret = quoteLiteral(password);
  return [
    { text: create(secret), shown: create(hidden) },
    { text: alter(secret), shown: alter(hidden) },
    ...grants.map((grant) => plainSql(withOption(grant))),
  ];
}

/** Takes one account away; nothing happens where there is none. */
export function dropAccountStatements(purpose: AccountPurpose): readonly SqlStatement[] {
  return [plainSql(`DROP USER IF EXISTS ${account(purpose)}`)];
}

/** Makes the schema with its tables, and lets the accounts into them. May run twice. */
export const schemaStatements: readonly SqlStatement[] = [
  "CREATE DATABASE IF NOT EXISTS `primacy`",
  // The agent's consensus probe reads this row; nobody writes it.
  "CREATE TABLE IF NOT EXISTS `primacy`.`probe` (`id` TINYINT UNSIGNED NOT NULL PRIMARY KEY, `v` TINYINT UNSIGNED NOT NULL) ENGINE=InnoDB",
  "INSERT IGNORE INTO `primacy`.`probe` (`id`, `v`) VALUES (1, 1)",
  "CREATE TABLE IF NOT EXISTS `primacy`.`verify` (`id` CHAR(36) CHARACTER SET ascii NOT NULL PRIMARY KEY, `server_uuid` CHAR(36) CHARACTER SET ascii NOT NULL, `written_at` TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)) ENGINE=InnoDB",
  `GRANT SELECT ON \`primacy\`.\`probe\` TO ${account("agent")}`,
  `GRANT SELECT, INSERT, DELETE ON \`primacy\`.\`verify\` TO ${account("verify")}`,
].map(plainSql);

/** Takes the rights in the schema back. A right that is not there makes its statement fail with 1147; that is no harm. */
export const schemaRevokeStatements: readonly SqlStatement[] = [
  `REVOKE SELECT ON \`primacy\`.\`probe\` FROM ${account("agent")}`,
  `REVOKE SELECT, INSERT, DELETE ON \`primacy\`.\`verify\` FROM ${account("verify")}`,
].map(plainSql);

/** Drops the tables, and then the schema: only if nothing else is in it (`foreignTablesQuery` says so). */
export const schemaDropStatements: readonly SqlStatement[] = [
  "DROP TABLE IF EXISTS `primacy`.`probe`, `primacy`.`verify`",
  "DROP DATABASE IF EXISTS `primacy`",
].map(plainSql);

/** Names the tables in the schema that are not Primacy's. */
export const foreignTablesQuery =
  "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'primacy' AND TABLE_NAME NOT IN ('probe', 'verify') ORDER BY TABLE_NAME";
