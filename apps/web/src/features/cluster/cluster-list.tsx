"use client";

import type { Cluster } from "@primacy/contract";
import { ButtonLink, Card, EmptyState, Link, PageHeader, StatusPip } from "@primacy/ui";
import { Boxes } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../client/loaded";
import { useApi } from "../../client/use-api";
import { useClusters } from "../../client/use-clusters";
import { useFailureText } from "../../client/use-failure-text";
import { useMessageText } from "../../client/use-locale";
import { useMay } from "../../frame/principal-context";

/** All clusters, each with its state in a sentence; on the first day, the next step. */
export function ClusterList(): ReactNode {
  const t = useTranslations("cluster");
  const frame = useTranslations("frame");
  const mayAdd = useMay("admin");
  const clusters = useClusters();
  const hosts = useApi("listHosts", { query: { limit: 1 } });
  const hasHosts = (hosts.data?.items.length ?? 1) > 0;
  const next = hasHosts
    ? { href: "/clusters/new", label: frame("addCluster") }
    : { href: "/hosts/new", label: frame("command.addHosts") };
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={frame("clusters")}
        actions={
          mayAdd && (clusters.data?.items.length ?? 0) > 0 ? (
            <ButtonLink href="/clusters/new">{frame("addCluster")}</ButtonLink>
          ) : undefined
        }
      />
      <Loaded query={clusters}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              title={t("none")}
              icon={<Boxes aria-hidden />}
              action={
                mayAdd ? (
                  <ButtonLink href={next.href} variant="primary">
                    {next.label}
                  </ButtonLink>
                ) : undefined
              }
            >
              {t("noneText")}
            </EmptyState>
          ) : (
            <ul className="flex flex-col gap-3">
              {items.map((cluster) => (
                <ClusterRow key={cluster.id} cluster={cluster} error={clusters.error} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

function ClusterRow({
  cluster,
  error,
}: {
  readonly cluster: Cluster;
  /** Why nothing newer is known of it; what was last known is not shown then. */
  readonly error: Error | null;
}): ReactNode {
  const tone = useTranslations("common.tone");
  const text = useMessageText();
  const failure = useFailureText();
  return (
    <li>
      <Card>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link href={`/clusters/${cluster.id}`} tone="quiet" className="text-base">
            {cluster.name}
          </Link>
          <StatusPip tone={cluster.tone} label={tone(cluster.tone)} />
          <p className="basis-full text-ink-muted text-sm">
            {error === null ? text(cluster.summary) : failure(error)}
          </p>
        </div>
      </Card>
    </li>
  );
}
