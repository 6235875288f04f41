import { ProxyTimings } from "@primacy/contract";
import type { RouterPorts } from "./router-ports";

/** An option of a section, or a line that is none: a comment, or nothing. */
type ConfigLine =
  | { readonly kind: "option"; readonly name: string; readonly value: string }
  | { readonly kind: "other"; readonly text: string };

/** One section of a configuration file of MySQL Router; `key` is what follows the colon in `[routing:bootstrap_rw]`. */
export interface ConfigSection {
  readonly name: string;
  readonly key: string | null;
  readonly lines: readonly ConfigLine[];
}

/** A file as MySQL Router reads it: lines before the first section, which hold no option, and its sections. */
export interface RouterConfig {
  readonly head: readonly string[];
  readonly sections: readonly ConfigSection[];
}

/** Whose a configuration file is: `stock` starts nothing, as the package leaves it; `foreign` is somebody's work. */
export type ConfigOwner = "absent" | "ours" | "stock" | "foreign";

/** How every file begins that Primacy writes; the id of the proxy follows. */
const headerStart = "# Written by Primacy for its MySQL Router ";

/** As MySQL's own package leaves it: it makes MySQL Router serve nothing. */
export const idleRouterConfig = `# MySQL Router configuration file
#
# Documentation is available at
#    https://dev.mysql.com/doc/mysql-router/en/

[DEFAULT]
logging_folder = /var/log/mysqlrouter
runtime_folder = /run/mysqlrouter

[logger]
level = INFO
`;

/** What the package's own file has: nothing in these sections makes MySQL Router listen. */
const idleSections = ["default", "logger", "keepalive"];

/**
 * Reads a configuration file. Names are those of MySQL Router: letters of either case are the same, a value ends with its line,
 * and is separated by the first `=` or `:`. Null where MySQL Router would not take it.
 */
export function parseRouterConfig(text: string): RouterConfig | null {
  const head: string[] = [];
  const sections: { name: string; key: string | null; lines: ConfigLine[] }[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const section = sections.at(-1);
    if (line === "" || line.startsWith("#") || line.startsWith(";")) {
      if (section === undefined) head.push(line);
      else section.lines.push({ kind: "other", text: line });
      continue;
    }
    if (line.startsWith("[")) {
      const found = /^\[([A-Za-z0-9_]+)(?::([A-Za-z0-9_.-]*))?\]$/.exec(line);
      if (found === null) return null;
      sections.push({ name: (found[1] ?? "").toLowerCase(), key: found[2] ?? null, lines: [] });
      continue;
    }
    const option = /^([^=:]+)[=:](.*)$/.exec(line);
    if (section === undefined || option === null) return null;
    const [name, value] = [(option[1] ?? "").trim().toLowerCase(), (option[2] ?? "").trim()];
    section.lines.push({ kind: "option", name, value });
  }
  return { head, sections };
}

/** Whose a file is, by its text; null: there is none. A file that cannot be read counts as somebody's. */
export function judgeConfigOwner(text: string | null): ConfigOwner {
  if (text === null) return "absent";
  if (findProxyId(text) !== null) return "ours";
  const config = parseRouterConfig(text);
  if (config === null) return "foreign";
  return config.sections.every(({ name }) => idleSections.includes(name)) ? "stock" : "foreign";
}

/** The id of the proxy that Primacy wrote a file for; null where somebody else wrote it. */
export function findProxyId(text: string): string | null {
  const [first = ""] = text.split("\n", 1);
  if (!first.startsWith(headerStart)) return null;
  return /^([0-9a-f-]{36})\./.exec(first.slice(headerStart.length))?.[1] ?? null;
}

/** What stands in a file that Primacy writes, beside what a bootstrap made. */
export interface RouterConfigInput {
  readonly proxyId: string;
  readonly ports: RouterPorts;
  /** The system user that MySQL Router becomes where its service starts it as root. */
  readonly systemUser: string;
}

/** What became of a bootstrap's file; `incomplete`: it lacks a way that was asked for, or cannot be read. */
export type PlannedRouterConfig =
  | { readonly kind: "planned"; readonly text: string }
  | { readonly kind: "incomplete" };

/**
 * Makes the file that MySQL Router serves with from the one that its bootstrap generated: with the ports that were asked for, and
 * without what nobody asked for (X protocol, REST). Writes and reads pass TLS through, so that clients see the certificate of
 * the server. The split port cannot: MySQL Router has to read the statements there, and shows a certificate of its own.
 */
export function planRouterConfig(generated: string, input: RouterConfigInput): PlannedRouterConfig {
  const config = parseRouterConfig(generated);
  if (config === null) return { kind: "incomplete" };
  const enforces = config.sections.some(
    (one) => one.name === "default" && hasOption(one, "router_require_enforce"),
  );
  const sections = config.sections
    .filter((one) => isServed(one, input.ports))
    .map((one) => adapt(one, input, enforces));
  const roles = sections.map(roleOf);
  const asked = (["write", "read", "split"] as const).filter((role) => input.ports[role] !== null);
  if (asked.some((role) => !roles.includes(role))) return { kind: "incomplete" };
  const head = [
    `${headerStart}${input.proxyId}. Primacy replaces and removes this file:`,
    "# what you change here is lost then.",
  ];
  return {
    kind: "planned",
    text: `${[...head, "", ...sections.map(writeSection)].join("\n").trimEnd()}\n`,
  };
}

/**
 * How often MySQL Router asks the group who is its primary, by the `ttl` of its `[metadata_cache]`; nothing where the text does not say so, and
 * where it has `use_gr_notifications`: then the group tells it, and `ttl` is what remains where it does not.
 */
export function readRouterTimings(text: string): ProxyTimings {
  const cache = parseRouterConfig(text)?.sections.find(({ name }) => name === "metadata_cache");
  const ttl = cache === undefined ? null : optionOf(cache, "ttl");
  const notified = cache === undefined ? null : optionOf(cache, "use_gr_notifications");
  if (ttl === null || ttl === "" || (notified !== null && notified !== "0")) return {};
  return ProxyTimings.safeParse({ routerTtlSeconds: Number(ttl) }).data ?? {};
}

type RoutingRole = keyof RouterPorts;

function roleOf(section: ConfigSection): RoutingRole | null {
  if (section.name !== "routing" || optionOf(section, "protocol") !== "classic") return null;
  const role = /[?&]role=([A-Z_]+)/.exec(optionOf(section, "destinations") ?? "")?.[1];
  switch (role) {
    case "PRIMARY":
      return "write";
    case "SECONDARY":
      return "read";
    case "PRIMARY_AND_SECONDARY":
      return "split";
    default:
      return null;
  }
}

const keptSections = ["default", "logger", "metadata_cache"];

function isServed(section: ConfigSection, ports: RouterPorts): boolean {
  const role = roleOf(section);
  return role === null ? keptSections.includes(section.name) : ports[role] !== null;
}

function adapt(
  section: ConfigSection,
  { ports, systemUser }: RouterConfigInput,
  enforces: boolean,
): ConfigSection {
  if (section.name === "default") return withOptions(section, { user: systemUser });
  const role = roleOf(section);
  if (role === null) return section;
  const port = String(ports[role]);
  if (role === "split") return withOptions(section, { bind_port: port });
  return withOptions(section, {
    bind_port: port,
    client_ssl_mode: "PASSTHROUGH",
    server_ssl_mode: "AS_CLIENT",
    // Accounts that demand a certificate are looked after by the server itself, which sees the client's. Older versions lack it.
    ...(enforces || hasOption(section, "router_require_enforce") ? { router_require_enforce: "0" } : {}),
  });
}

function withOptions(section: ConfigSection, options: Readonly<Record<string, string>>): ConfigSection {
  const kept = section.lines.filter((line) => line.kind === "option" && !(line.name in options));
  const added = Object.entries(options).map(([name, value]) => ({ kind: "option", name, value }) as const);
  return { ...section, lines: [...kept, ...added] };
}

function hasOption(section: ConfigSection, name: string): boolean {
  return optionOf(section, name) !== null;
}

/** The last one counts. */
function optionOf({ lines }: ConfigSection, name: string): string | null {
  const found = lines.findLast((line) => line.kind === "option" && line.name === name);
  return found?.kind === "option" ? found.value : null;
}

function writeSection({ name, key, lines }: ConfigSection): string {
  const title = name === "default" ? "DEFAULT" : name;
  const body = lines.flatMap((line) => (line.kind === "option" ? [`${line.name}=${line.value}`] : []));
  return [`[${key === null ? title : `${title}:${key}`}]`, ...body, ""].join("\n");
}
