"use client";

import type { Topology } from "@primacy/contract";
import { Card } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { HostTable } from "./host-table";
import type { SelectionLinks } from "./selection-link";
import { VipTable } from "./vip-table";

/**
 * Everything that the picture shows, as tables, and what it opens. What finds no room is scrolled to, never left out.
 */
export function TopologyTable({
  topology,
  place,
}: {
  readonly topology: Topology;
  readonly place: SelectionLinks;
}): ReactNode {
  const t = useTranslations("topology");
  const hasVip = topology.vips.length > 0;
  return (
    <div className="flex flex-col gap-4">
      <Card padding="none">
        <HostTable topology={topology} place={place} />
      </Card>
      {hasVip ? (
        <Card padding="none">
          <VipTable topology={topology} place={place} />
        </Card>
      ) : (
        <p className="text-ink-muted text-sm">{t("clientsDirectDescription")}</p>
      )}
    </div>
  );
}
