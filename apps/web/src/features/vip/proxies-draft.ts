import type { ProxyTimings } from "@primacy/contract";
import type { VipDraft } from "./vip-draft";

/** What of the proxies beside a VIP is typed; what is empty is not told. */
export type ProxiesDraft = Readonly<Record<keyof ProxyTimings, string>>;

/** Nothing is told of any. */
export const untoldProxies: ProxiesDraft = {
  routerTtlSeconds: "",
  haproxyInterMs: "",
  haproxyRise: "",
  haproxyFall: "",
};

/**
 * The part of a check's body that the estimates go by, of a write VIP that the agents move; what is not a number stays one that the API refuses in
 * words.
 */
export function toProxies(
  { kind, provider }: Pick<VipDraft, "kind" | "provider">,
  draft: ProxiesDraft,
): { readonly proxies?: Readonly<Record<string, number>> } {
  const told = Object.entries(draft).filter(([, text]) => text.trim() !== "");
  if (kind === "read" || provider !== "agent" || told.length === 0) return {};
  return { proxies: Object.fromEntries(told.map(([name, text]) => [name, toNumber(text)])) };
}

function toNumber(text: string): number {
  return /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : -1;
}
