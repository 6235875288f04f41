"use client";

import { type Prober, withPort } from "@primacy/contract";
import { Card, DataTable, EmptyState, formatDuration } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Moment } from "../../client/moment";
import { useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";

/** The newest times in which a prober got no answer. */
export function ProberOutages({
  prober: { address, port, outages },
}: {
  readonly prober: Prober;
}): ReactNode {
  const t = useTranslations("prober");
  const locale = languageTag[useReaderLocale()];
  const title = t("outages", { endpoint: withPort(address, port) });
  return (
    <Card title={title} padding="none">
      <DataTable
        caption={title}
        rows={outages}
        rowKey={({ id }) => id}
        empty={<EmptyState title={title} />}
        columns={[
          {
            id: "began",
            header: t("began"),
            rowHeader: true,
            whole: true,
            cell: ({ startedAt }) => <Moment at={startedAt} />,
          },
          {
            id: "lasted",
            header: t("lasted"),
            align: "end",
            whole: true,
            cell: ({ gapMs, errorMs, endedAt }) => {
              const value = t("value", {
                value: formatDuration(gapMs, locale),
                error: formatDuration(errorMs, locale),
              });
              return endedAt === null ? `${value} (${t("open")})` : value;
            },
          },
          { id: "failed", header: t("failed"), align: "end", cell: ({ failed }) => failed },
        ]}
      />
    </Card>
  );
}
