"use client";

import { Card, DataTable } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { useApi } from "../../client/use-api";

/** Who did what to what, newest first. */
export function AuditPage(): ReactNode {
  const t = useTranslations("settings.audit");
  const audit = useApi("listAudit", { query: { limit: 200 } });
  return (
    <Loaded query={audit}>
      {({ items }) => (
        <Card padding="none">
          <DataTable
            caption={t("caption")}
            density="compact"
            rows={items}
            rowKey={(entry) => entry.id}
            empty={t("empty")}
            columns={[
              { id: "at", header: t("at"), cell: (entry) => <Moment at={entry.at} /> },
              { id: "who", header: t("who"), cell: (entry) => entry.actorName },
              {
                id: "action",
                header: t("action"),
                rowHeader: true,
                mono: true,
                cell: (entry) => entry.action,
              },
              {
                id: "target",
                header: t("target"),
                cell: (entry) =>
                  [entry.targetKind, entry.targetName ?? entry.targetId].filter(Boolean).join(" "),
              },
              {
                id: "from",
                header: t("from"),
                mono: true,
                hideBelow: "md",
                cell: (entry) => entry.address ?? "–",
              },
            ]}
          />
        </Card>
      )}
    </Loaded>
  );
}
