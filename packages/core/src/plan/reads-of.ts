import { ReadVipRules, type Vip } from "@primacy/contract";

/** What a read VIP goes by; the defaults where nothing was asked for. A write VIP has none, whatever was. */
export function readsOf({
  kind,
  reads = ReadVipRules.parse({}),
}: {
  readonly kind: Vip["kind"];
  readonly reads?: ReadVipRules | undefined;
}): Pick<Vip, "reads"> {
  return kind === "read" ? { reads } : {};
}
