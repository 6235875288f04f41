import { type DrillEndpoint, type Message, message } from "@primacy/contract";
import type { DrillProxySight } from "@primacy/core/drill";
import { nameOfMember, type Sight } from "../endpoint/look-through";

/**
 * Which endpoints of a proxy lead to the primary now, and why the others do not. One that leads nowhere before its proxy is hit, such as an
 * address on which nobody has it listen, says nothing of the heal. `look` connects through one, as `lookThrough` does. Throws what it throws.
 */
export async function observeProxyEndpoints(
  endpoints: readonly DrillEndpoint[],
  look: (endpoint: DrillEndpoint) => Promise<Sight>,
): Promise<Pick<DrillProxySight, "doors" | "shutEndpoints">> {
  const seen = await Promise.all(
    endpoints.map(async (endpoint) => ({ endpoint, reason: whyShut(await look(endpoint)) })),
  );
  return {
    doors: seen.flatMap(({ endpoint, reason }) => (reason === null ? [endpoint] : [])),
    shutEndpoints: seen.flatMap(({ endpoint, reason }) => (reason === null ? [] : [{ endpoint, reason }])),
  };
}

/** Why writes do not reach the primary through an endpoint; null: they do. */
export function whyShut(sight: Sight): Message | null {
  if (sight.kind === "unreached") return sight.reason;
  if (sight.isPrimary) return null;
  return message("why.proxy_wrong_server", { member: nameOfMember(sight.member) });
}
