import { type Check, type CheckReport, type Message, message } from "@primacy/contract";
import type { CheckCode } from "./build-check";
import { vipAddressChecks } from "./vip-checks";

/** The checks that already say who has the address: the owner's own host answers on the wire. */
const saidBy: readonly CheckCode[] = ["address_not_host", "address_not_vip", "address_not_gateway"];

/**
 * What failed checks have against a field of a VIP, by its pointer, each once although several hosts found it: the address is
 * taken, is outside the network, or cannot be a host's; the prefix length is another than the network's.
 */
export function fieldFindings({ checks }: CheckReport, pointer: string): readonly Message[] {
  const failed = vipAddressChecks.flatMap(
    ({ code }) => checks.find((check) => check.code === code && check.result === "fail") ?? [],
  );
  const isOwned = failed.some(({ code }) => saidBy.some((one) => one === code));
  return failed
    .filter(({ code }) => code !== "address_unused" || !isOwned)
    .filter((check) => fieldOf(check) === pointer)
    .map(describe);
}

/** Null: it is about neither, as where the wire could not be asked. */
function fieldOf({ evidence }: Check): string | null {
  switch (evidence.code) {
    case "check.address_unused.fail_not_asked":
      return null;
    case "check.address_usable.fail_prefix":
    case "check.subnet.fail_prefix":
      return "/prefixLength";
    default:
      return "/address";
  }
}

/** What was seen, which says enough; of an answer on the wire besides what it means. */
function describe({ code, evidence }: Check): Message {
  if (code !== "address_unused") return evidence;
  const isMember = evidence.code === "check.address_unused.fail_member";
  return message(`check.address_unused.taken${isMember ? "_member" : ""}`, evidence.params);
}
