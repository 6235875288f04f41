"use client";

import type { ReadVipRules, VipKind } from "@primacy/contract";
import type { KeyValue } from "@primacy/ui";
import { useTranslations } from "next-intl";

/** Which kind of VIP it is and, of a read VIP, what it goes by, as facts. */
export function useKindFacts(
  { kind, reads }: { readonly kind: VipKind; readonly reads?: ReadVipRules | undefined },
  /** Of a host of the cluster; undefined of any other. */
  nameOf: (hostId: string) => string | undefined,
): readonly KeyValue[] {
  const t = useTranslations("vip");
  const preferred = reads?.preferredHostId === undefined ? undefined : nameOf(reads.preferredHostId);
  return [
    { key: "kind", label: t("kind"), value: t(`kinds.${kind}`) },
    ...(reads === undefined
      ? []
      : [
          {
            key: "preferred",
            label: t("preferred"),
            value: preferred ?? t("preferredNone"),
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
