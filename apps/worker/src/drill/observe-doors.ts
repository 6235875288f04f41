import { type DrillEndpoint, type Message, message } from "@primacy/contract";
import type { DrillProxySight } from "@primacy/core/drill";
import { nameOfMember, type Sight } from "../endpoint/look-through";

/**
 * Which doors of a proxy lead to the primary now, and why the others do not. A door that leads nowhere before its proxy is hit, such as an
 * address on which nobody has it listen, says nothing of the heal. `look` connects through one, as `lookThrough` does. Throws what it throws.
 */
export async function observeDoors(
  doors: readonly DrillEndpoint[],
  look: (door: DrillEndpoint) => Promise<Sight>,
): Promise<Pick<DrillProxySight, "doors" | "shutDoors">> {
  const seen = await Promise.all(doors.map(async (door) => ({ door, reason: whyShut(await look(door)) })));
  return {
    doors: seen.flatMap(({ door, reason }) => (reason === null ? [door] : [])),
    shutDoors: seen.flatMap(({ door, reason }) => (reason === null ? [] : [{ door, reason }])),
  };
}

/** Why writes do not reach the primary through a door; null: they do. */
export function whyShut(sight: Sight): Message | null {
  if (sight.kind === "unreached") return sight.reason;
  if (sight.isPrimary) return null;
  return message("why.proxy_wrong_server", { member: nameOfMember(sight.member) });
}
