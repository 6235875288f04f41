"use client";

import type { AddressMigration } from "@primacy/contract";
import { withPort } from "@primacy/contract";
import { ButtonLink, Card, KeyValueList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Moment } from "../../../client/moment";
import { useMay } from "../../../frame/principal-context";
import { useTopologyTexts } from "../../topology/topology-texts";

/** An address that went from Keepalived to a VIP: how long that took, and the way back. */
export function MigrationCard({ migration }: { readonly migration: AddressMigration }): ReactNode {
  const t = useTranslations("migration");
  const mayOperate = useMay("operator");
  const { duration, marks } = useTopologyTexts();
  const { clusterId, address, port, hosts, gap, createdAt } = migration;
  const back = `/clusters/${clusterId}/proxies/keepalived?back=${encodeURIComponent(address)}`;
  return (
    <Card
      title={t("cardTitle")}
      description={<span className="font-mono">{withPort(address, port)}</span>}
      actions={
        mayOperate ? (
          <ButtonLink size="sm" href={back}>
            {t("back")}
          </ButtonLink>
        ) : undefined
      }
    >
      <KeyValueList
        items={[
          { key: "hosts", label: t("from"), value: hosts.map(({ name }) => name).join(marks.name) },
          { key: "since", label: t("since"), value: <Moment at={createdAt} /> },
          {
            key: "gap",
            label: t("gapLabel"),
            value:
              gap === null
                ? t("gapNone")
                : t("gapShort", { gap: duration(gap.gapMs), error: duration(gap.errorMs) }),
          },
        ]}
      />
    </Card>
  );
}
