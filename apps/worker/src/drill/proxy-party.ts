import type { DrillProxyParty } from "@primacy/contract";
import type { ChosenProxy } from "@primacy/core/drill";

/** What is told of a proxy that is hit; nothing where none is. */
export function partyOf(proxy: Pick<ChosenProxy, "program" | "hostId" | "name"> | null): {
  readonly proxy?: DrillProxyParty;
} {
  return proxy === null ? {} : { proxy: { program: proxy.program, hostId: proxy.hostId, host: proxy.name } };
}
