"use client";

import { ButtonLink, EmptyState } from "@primacy/ui";
import { Split } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../client/loaded";
import { useApi } from "../../client/use-api";
import { useMay } from "../../frame/principal-context";
import { MigrationCard } from "./migration/migration-card";
import { ProxySection } from "./proxy-section";

/**
 * The proxies of a cluster that this console has set up: of each where it leads, and how to remove it. Beside them the addresses that
 * went from Keepalived to a VIP.
 */
export function ProxiesPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("proxy");
  const router = useTranslations("router");
  const migration = useTranslations("migration");
  const mayOperate = useMay("operator");
  const proxies = useApi("listProxies", { params: { id: clusterId } }, { refreshMs: 5_000 });
  const migrations = useApi("listMigrations", { params: { id: clusterId } }, { refreshMs: 5_000 });
  const migrated = migrations.data?.items ?? [];
  const begin = mayOperate ? (
    <div className="flex flex-wrap gap-2">
      <ButtonLink href={`/clusters/${clusterId}/proxies/haproxy`} variant="primary">
        {t("setUpHaproxy")}
      </ButtonLink>
      <ButtonLink href={`/clusters/${clusterId}/proxies/router`}>{router("title")}</ButtonLink>
      <ButtonLink href={`/clusters/${clusterId}/proxies/keepalived`}>{migration("begin")}</ButtonLink>
    </div>
  ) : undefined;
  return (
    <Loaded query={proxies}>
      {({ items }) =>
        items.length === 0 && migrated.length === 0 ? (
          <EmptyState title={t("emptyTitle")} icon={<Split aria-hidden />} action={begin}>
            {t("empty")}
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-6">
            {begin === undefined ? null : <div className="self-end">{begin}</div>}
            {items.map((proxy) => (
              <ProxySection key={proxy.id} proxy={proxy} />
            ))}
            {migrated.map((one) => (
              <MigrationCard key={one.id} migration={one} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}
