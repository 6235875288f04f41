import type { LoadToolName, ProxyProgramName } from "@primacy/contract/agent";

/** A program that can be asked for its version. */
export type ToolName = LoadToolName | ProxyProgramName;

/** With what each tool tells its version, and where that stands in what it prints. */
const tellings: Readonly<Record<ToolName, { readonly args: readonly string[]; readonly form: RegExp }>> = {
  // Before 1.0 a colon follows.
  sysbench: { args: ["--version"], form: /^sysbench (?<version>\d[^\s:]*)/m },
  // MySQL's own; MariaDB's before 11 with `Distrib`, and since with `from`. An option file may not get in the way.
  mysqlslap: {
    args: ["--no-defaults", "--version"],
    form: /^\S+(?: +Ver (?:[\d.]+ Distrib )?| from )(?<version>\d[^\s,]*)/m,
  },
  // Built without a tag it has the hash of a commit there, which may begin with a digit as well.
  "go-tpc": { args: ["version"], form: /^Release version: v?(?<version>\d+\.\S+)/m },
  // `HA-Proxy` before 2.4.
  haproxy: { args: ["-v"], form: /^HA-?Proxy version (?<version>\d[^\s,]*)/m },
  keepalived: { args: ["--version"], form: /^Keepalived v(?<version>\d\S*)/m },
  mysqlrouter: { args: ["--version"], form: /^MySQL Router +Ver (?<version>\d[^\s,]*)/m },
  mysqlsh: { args: ["--no-defaults", "--version"], form: /^\S+ +Ver (?<version>\d[^\s,]*)/m },
};

/** Names under which a tool is installed beside its own: MariaDB has its mysqlslap under another, and no longer under this one everywhere. */
const otherNames: Partial<Readonly<Record<ToolName, readonly string[]>>> = { mysqlslap: ["mariadb-slap"] };

/** The names of a tool, its own first. */
export function namesOf(tool: ToolName): readonly string[] {
  return [tool, ...(otherNames[tool] ?? [])];
}

const longestSaid = 200;

/** The arguments with which a tool tells its version and does nothing else. */
export function versionArgs(tool: ToolName): readonly string[] {
  return tellings[tool].args;
}

/** The version in what a tool printed; null where there is none in the form that is known of it. */
export function readVersion(tool: ToolName, printed: string): string | null {
  return tellings[tool].form.exec(printed)?.groups?.version ?? null;
}

/** The first line with anything on it, cut to 200 characters; null where there is none. */
export function readFirstLine(printed: string): string | null {
  const line = printed.split("\n").find((one) => one.trim() !== "");
  return line?.trim().slice(0, longestSaid) ?? null;
}
