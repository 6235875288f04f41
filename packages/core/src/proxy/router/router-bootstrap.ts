import { plainSql, quoteAccount, quoteIdentifier, quoteLiteral, type SqlStatement } from "../../cluster/sql";
import { metadataSchema } from "./metadata-schema";

/** Where MySQL Router is on a host, and what it may write. */
export const routerPlaces = {
  program: "/usr/bin/mysqlrouter",
  config: "/etc/mysqlrouter/mysqlrouter.conf",
  service: "mysqlrouter",
  systemUser: "mysqlrouter",
  /** The folder that the package gives to that user. */
  home: "/var/lib/mysqlrouter",
} as const;

/** What identifies one MySQL Router that Primacy sets up, on its host and in the metadata. */
export interface RouterNames {
  /** Its folder, with the keys and the state that a bootstrap makes. */
  readonly folder: string;
  /** Its name in the metadata. */
  readonly name: string;
  /** Its account on the servers. */
  readonly account: string;
}

/** Names that nobody else's MySQL Router has, for the id of the proxy is in them. */
export function nameRouter(proxyId: string): RouterNames {
  const hex = proxyId.replaceAll("-", "");
  // An account's name has 32 characters at most. The end of the id is the part that is drawn at random.
  return {
    folder: `${routerPlaces.home}/primacy-${hex}`,
    name: `primacy-${hex}`,
    account: `primacy_router_${hex.slice(-16)}`,
  };
}

/** Where a bootstrap reads the metadata, and how this host is called there. */
export interface BootstrapTarget {
  readonly primary: { readonly address: string; readonly port: number };
  readonly hostAddress: string;
}

/**
 * The arguments of a bootstrap by MySQL Router's own account, which exists already: no administrator's password comes to the
 * host. The password is read twice from the standard input. A folder from an attempt before is taken over.
 */
export function bootstrapArguments(
  names: RouterNames,
  { primary, hostAddress }: BootstrapTarget,
): readonly string[] {
  const { account, folder, name } = names;
  const address = primary.address.includes(":") ? `[${primary.address}]` : primary.address;
  return [
    ...["--bootstrap", `${account}@${address}:${primary.port}`, "--directory", folder, "--force"],
    ...["--account", account, "--account-create", "never"],
    ...["--name", name, "--report-host", hostAddress],
    ...["--ssl-mode", "REQUIRED", "--disable-rest"],
  ];
}

/** What a bootstrap reads: the password for its own connection, and the one of the account that it keeps. */
export function bootstrapInput(password: string): string {
  return `${password}\n${password}\n`;
}

const observed = ["global_variables", "replication_group_member_stats", "replication_group_members"];

/**
 * Makes the account of one MySQL Router, or gives it a new password: it reads the metadata and the state of the group, and writes
 * of itself alone. TLS is demanded. May run twice.
 */
export function routerAccountStatements(account: string, password: string): readonly SqlStatement[] {
  const name = quoteAccount(account, "%");
  const metadata = quoteIdentifier(metadataSchema);
  const write = (verb: string): SqlStatement => {
    const fill = (shown: string): string =>
      `${verb} ${name} IDENTIFIED BY ${shown} REQUIRE SSL PASSWORD EXPIRE NEVER`;
    return { text: fill(quoteLiteral(password)), shown: fill("'********'") };
  };
  return [
    write("CREATE USER IF NOT EXISTS"),
    write("ALTER USER"),
    ...[
      `GRANT SELECT, EXECUTE ON ${metadata}.* TO ${name}`,
      ...["routers", "v2_routers"].map(
        (table) => `GRANT INSERT, UPDATE, DELETE ON ${metadata}.\`${table}\` TO ${name}`,
      ),
      ...observed.map((table) => `GRANT SELECT ON performance_schema.${table} TO ${name}`),
    ].map(plainSql),
  ];
}

/**
 * Lets that account write the options that all routers of a version share, which the first bootstrap of it does. A server whose
 * metadata is too old for them refuses, and then its routers need none.
 */
export function routerOptionStatements(account: string): readonly SqlStatement[] {
  return ["clusters", "v2_gr_clusters"].map((table) =>
    plainSql(
      `GRANT UPDATE (router_options) ON ${quoteIdentifier(metadataSchema)}.\`${table}\` TO ${quoteAccount(account, "%")}`,
    ),
  );
}

/** Gives that account a new password. */
export function routerPasswordStatement(account: string, password: string): SqlStatement {
  const fill = (shown: string): string => `ALTER USER ${quoteAccount(account, "%")} IDENTIFIED BY ${shown}`;
  return { text: fill(quoteLiteral(password)), shown: fill("'********'") };
}

/** Takes away what the servers know of one MySQL Router: its row in the metadata, then its account, which may write that row. */
export function forgetRouterStatements({ account, name }: RouterNames): {
  readonly row: SqlStatement;
  readonly account: SqlStatement;
} {
  const routers = `${quoteIdentifier(metadataSchema)}.\`routers\``;
  return {
    row: plainSql(`DELETE FROM ${routers} WHERE router_name = ${quoteLiteral(name)}`),
    account: plainSql(`DROP USER IF EXISTS ${quoteAccount(account, "%")}`),
  };
}

/** The version in what `mysqlrouter --version` prints, such as 9.7.4; null where there is none. */
export function readRouterVersion(printed: string): string | null {
  return /\bVer\s+(\d+\.\d+\.\d+)/.exec(printed)?.[1] ?? null;
}
