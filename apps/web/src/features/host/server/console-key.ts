import { type ConsoleSshKey, isRefusal, type Refusal } from "@primacy/contract";
import { type Actor, findConsoleSshKey, storeConsoleSshKey } from "@primacy/db";
import { generateSshKey } from "@primacy/remote";
import type { WebContext } from "../../../server/context";

/** The public half of the console's own SSH key; it is made at the first call, and once, whoever calls at the same time. */
export async function getConsoleKey(
  { database }: WebContext,
  actor: Actor,
): Promise<ConsoleSshKey | Refusal> {
  const known = await findConsoleSshKey(database);
  if (known !== null) return known;
  const pair = generateSshKey("primacy-console");
  const stored = await database.transact(actor, async (unit) => {
    const key = await storeConsoleSshKey(unit, pair);
    if (isRefusal(key)) return key;
    const detail = { fingerprint: key.fingerprint };
    await unit.audit.record({
      action: "console_ssh_key.create",
      target: { kind: "console_ssh_key" },
      detail,
    });
    return key;
  });
  return isRefusal(stored) ? ((await findConsoleSshKey(database)) ?? stored) : stored;
}
