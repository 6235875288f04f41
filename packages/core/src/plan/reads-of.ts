import { ReadVipRules, type ReadVipRulesChange, type Vip } from "@primacy/contract";

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

/** What a read VIP goes by after a change. */
export function changeReads(before: ReadVipRules | undefined, change: ReadVipRulesChange = {}): ReadVipRules {
  const { preferredHostId: kept, ...rules } = before ?? ReadVipRules.parse({});
  const preferredHostId = change.preferredHostId === undefined ? kept : (change.preferredHostId ?? undefined);
  return {
    policy: change.policy ?? rules.policy,
    maxLagSeconds: change.maxLagSeconds ?? rules.maxLagSeconds,
    ...(preferredHostId === undefined ? {} : { preferredHostId }),
  };
}
