import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIPv4, isIPv6 } from "node:net";

/** What the front knows of a connection and its pages cannot: who is at the other end, and how it is encrypted. */
export interface ClientFacts {
  readonly address: string;
  readonly isSecure: boolean;
  /** True when somebody passed the request on who is not believed: the client may be anybody. */
  readonly isForwarded: boolean;
}

/** The proxies that are believed. Throws a TypeError on what is no address or network. */
export function parseTrustedProxies(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", length] = network.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (family === "ipv6" && !isIPv6(address)) throw new TypeError(`PRIMACY_TRUSTED_PROXIES: ${network}`);
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}

/**
 * Who is asking. `X-Forwarded-For` is read from its end, and only as long as the nearer hop is a trusted proxy:
 * what a client writes there itself is never believed.
 */
export function observeClient(request: IncomingMessage, trusted: BlockList): ClientFacts {
  const isEncrypted = "encrypted" in request.socket && request.socket.encrypted === true;
  const hops = headerText(request.headers["x-forwarded-for"])
    .split(",")
    .flatMap((hop) => hop.trim() || []);
  let address = plainAddress(request.socket.remoteAddress ?? "");
  if (!isTrusted(address, trusted)) {
    return {
      address,
      isSecure: isEncrypted,
      isForwarded: hops.length > 0 || request.headers.forwarded !== undefined,
    };
  }
  while (hops.length > 0 && isTrusted(address, trusted)) address = plainAddress(hops.pop() ?? "");
  const isSecure = isEncrypted || headerText(request.headers["x-forwarded-proto"]) === "https";
  return { address, isSecure, isForwarded: false };
}

/** True when the client is this machine itself, and nobody passed the request on. */
export function isLocalClient({
  address,
  isForwarded,
}: Pick<ClientFacts, "address" | "isForwarded">): boolean {
  if (isForwarded) return false;
  return address === "::1" || /^127\.\d+\.\d+\.\d+$/.test(address);
}

/** The header that carries the facts inward. Its name is made at random at each start, so that no client can send it. */
export interface FactsHeader {
  readonly name: string;
  format(facts: ClientFacts): string;
}

/** Makes the header's name for this process. */
export function createFactsHeader(): FactsHeader {
  return {
    name: `x-primacy-client-${randomBytes(16).toString("hex")}`,
    format: ({ isSecure, isForwarded, address }) =>
      [isSecure ? "https" : "http", isForwarded ? "forwarded" : "direct", address].join(" "),
  };
}

/** Reads what the front wrote; without a front (development) nothing is known, and nothing is trusted. */
export function parseFacts(value: string | null): ClientFacts {
  const [scheme, way, address] = (value ?? "").split(" ");
  return { address: address ?? "unknown", isSecure: scheme === "https", isForwarded: way !== "direct" };
}

function isTrusted(address: string, trusted: BlockList): boolean {
  if (isIPv4(address)) return trusted.check(address, "ipv4");
  return isIPv6(address) && trusted.check(address, "ipv6");
}

/** An IPv4 client of a dual-stack socket is written as IPv4. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}

function headerText(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(",") : (value ?? "");
}
