"use client";

import { EventKind, message } from "@primacy/contract";
import { Card, Select } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useAsked, useFilterAddress } from "../../client/list-address";
import { useMessageText } from "../../client/use-locale";
import { eventQuery } from "./event-queries";
import { EventTimeline } from "./event-timeline";

const all = "all";

/** The history of a cluster, filtered and turned round through the address of the page. */
export function EventsPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("event");
  const text = useMessageText();
  const query = eventQuery(useAsked());
  const filter = useFilterAddress();
  return (
    <Card
      title={t("title")}
      actions={
        <>
          <Select
            label={t("order")}
            value={query.order ?? "desc"}
            onValueChange={(next) => filter({ order: next === "desc" ? null : next })}
            options={[
              { value: "desc", label: t("newestFirst") },
              { value: "asc", label: t("oldestFirst") },
            ]}
          />
          <Select
            label={t("filter")}
            value={query.kind ?? all}
            onValueChange={(next) => filter({ kind: next === all ? null : next })}
            options={[
              { value: all, label: t("all") },
              ...EventKind.options.map((value) => ({ value, label: text(message(`happened.${value}`)) })),
            ]}
          />
        </>
      }
    >
      <EventTimeline clusterId={clusterId} query={query} isWhole />
    </Card>
  );
}
