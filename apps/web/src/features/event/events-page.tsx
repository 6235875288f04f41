"use client";

import { EventKind } from "@primacy/contract";
import { Card, Select } from "@primacy/ui";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { allEvents } from "./event-queries";
import { EventTimeline } from "./event-timeline";

const all = "all";

/** The history of a cluster, filtered through the address of the page. */
export function EventsPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("event");
  const router = useRouter();
  const path = usePathname();
  const kind = EventKind.safeParse(useSearchParams().get("kind"));
  return (
    <Card
      title={t("title")}
      actions={
        <Select
          label={t("filter")}
          value={kind.success ? kind.data : all}
          onValueChange={(next) =>
            router.replace(next === all ? path : `${path}?kind=${next}`, { scroll: false })
          }
          options={[
            { value: all, label: t("all") },
            ...EventKind.options.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
        />
      }
    >
      <EventTimeline clusterId={clusterId} query={allEvents(kind.success ? kind.data : null)} />
    </Card>
  );
}
