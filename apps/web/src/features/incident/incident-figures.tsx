"use client";

import { type Incident, withPort } from "@primacy/contract";
import { Card, DataTable, EmptyState, formatDuration } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";
import { useIncidentSpans } from "./use-incident-spans";

/** For how long each write VIP was away. */
export function IncidentAddresses({ addresses }: Pick<Incident, "addresses">): ReactNode {
  const t = useTranslations("incident.addresses");
  const page = useTranslations("incident.page");
  const spans = useIncidentSpans();
  return (
    <Card title={t("title")} description={t("text")} padding="none">
      <DataTable
        caption={t("title")}
        rows={addresses}
        rowKey={({ vipId }) => vipId}
        empty={<EmptyState title={t("none")} />}
        columns={[
          {
            id: "address",
            header: t("address"),
            rowHeader: true,
            mono: true,
            cell: ({ address }) => address,
          },
          { id: "from", header: t("from"), cell: ({ from }) => from ?? "–" },
          { id: "to", header: t("to"), cell: ({ to }) => to ?? "–" },
          {
            id: "away",
            header: t("away"),
            align: "end",
            whole: true,
            cell: ({ away }) => spans.measured(away) ?? page("unmeasured"),
          },
        ]}
      />
    </Card>
  );
}

/** What the clients of standing probers met. */
export function IncidentClients({ clients }: Pick<Incident, "clients">): ReactNode {
  const t = useTranslations("incident.clients");
  const locale = languageTag[useReaderLocale()];
  const write = (ms: number): string => formatDuration(ms, locale);
  return (
    <Card title={t("title")} description={t("text")} padding="none">
      <DataTable
        caption={t("title")}
        rows={clients}
        rowKey={({ address, port }) => withPort(address, port)}
        empty={<EmptyState title={t("none")} />}
        columns={[
          {
            id: "endpoint",
            header: t("endpoint"),
            rowHeader: true,
            mono: true,
            cell: ({ address, port, label }) => {
              const place = withPort(address, port);
              return label === address ? place : `${label} ${place}`;
            },
          },
          { id: "lane", header: t("does"), cell: ({ lane }) => t(`lanes.${lane}`) },
          {
            id: "gap",
            header: t("gap"),
            align: "end",
            whole: true,
            cell: ({ gapMs, errorMs, isOpen }) => {
              const value = t("value", { value: write(gapMs), error: write(errorMs) });
              return isOpen ? `${value} (${t("open")})` : value;
            },
          },
        ]}
      />
    </Card>
  );
}
