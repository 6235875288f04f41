"use client";

import { ButtonLink, EmptyState } from "@primacy/ui";
import { Waypoints } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../client/loaded";
import { useApi } from "../../client/use-api";
import { useTopology } from "../../client/use-topology";
import { useMay } from "../../frame/principal-context";
import { sortVips } from "../topology/vip-kinds";
import { VipSection } from "./vip-section";

/** The VIPs of a cluster, the write VIP first: of each what is wanted, what is there, and what may be done. */
export function VipPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("vip");
  const mayOperate = useMay("operator");
  const vips = useApi("listVips", { params: { id: clusterId } }, { refreshMs: 5_000 });
  const topology = useTopology(clusterId).data;
  return (
    <Loaded query={vips}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState
            title={t("empty")}
            icon={<Waypoints aria-hidden />}
            action={
              mayOperate ? (
                <ButtonLink href={`/clusters/${clusterId}/vip/new`} variant="primary">
                  {t("configure")}
                </ButtonLink>
              ) : undefined
            }
          >
            {t("emptyText")}
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-6">
            {mayOperate ? (
              <ButtonLink href={`/clusters/${clusterId}/vip/new`} className="self-end">
                {t("add")}
              </ButtonLink>
            ) : null}
            {sortVips(items).map((vip) => (
              <VipSection key={vip.id} vip={vip} topology={topology} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}
