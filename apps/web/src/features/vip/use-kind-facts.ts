"use client";

import type { ReadVipRules, VipKind } from "@primacy/contract";
import type { KeyValue } from "@primacy/ui";
import { useTranslations } from "next-intl";

/** Which kind of VIP it is and, of a read VIP, what it goes by, as facts. */
export function useKindFacts(
  { kind, reads }: { readonly kind: VipKind; readonly reads?: ReadVipRules | undefined },
  nameOf: (hostId: string) => string,
): readonly KeyValue[] {
  const t = useTranslations("vip");
  return [
    { key: "kind", label: t("kind"), value: t(`kinds.${kind}`) },
    ...(reads === undefined
      ? []
      : [
          {
            key: "preferred",
            label: t("preferred"),
            value: reads.preferredHostId === undefined ? t("preferredNone") : nameOf(reads.preferredHostId),
          },
          { key: "policy", label: t("policy"), value: t(`policies.${reads.policy}`) },
          {
            key: "maxLag",
            label: t("maxLag"),
            value: t("seconds", { count: String(reads.maxLagSeconds) }),
          },
        ]),
  ];
}
