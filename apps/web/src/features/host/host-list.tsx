"use client";

import type { Host, HostSort } from "@primacy/contract";
import { ButtonLink, Card, DataTable, EmptyState, Link, PageHeader, StatusPip } from "@primacy/ui";
import { Server } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListSteps, useAsked, useColumnSort } from "../../client/list-address";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { useApi } from "../../client/use-api";
import { useMay } from "../../frame/principal-context";
import { agentTone } from "./agent-tone";
import { HostActions } from "./host-actions";
import { hostQuery } from "./host-query";
import { OperatorMark } from "./operator-state";

/** All hosts with the state of their agents. */
export function HostList(): ReactNode {
  const t = useTranslations("host");
  const mayAdd = useMay("admin");
  const query = hostQuery(useAsked());
  const hosts = useApi("listHosts", { query }, { refreshMs: 10_000 });
  const add = (
    <ButtonLink href="/hosts/new" variant="primary">
      {t("add")}
    </ButtonLink>
  );
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t("title")} sentence={t("intro")} actions={mayAdd ? add : undefined} />
      <Loaded query={hosts}>
        {({ items, nextCursor }) =>
          items.length === 0 && query.cursor === undefined ? (
            <EmptyState
              title={t("emptyTitle")}
              icon={<Server aria-hidden />}
              action={mayAdd ? add : undefined}
            >
              {t("empty")}
            </EmptyState>
          ) : (
            <>
              <HostTable hosts={items} sorted={query} />
              <ListSteps label={t("title")} nextCursor={nextCursor} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function HostTable({
  hosts,
  sorted,
}: {
  readonly hosts: readonly Host[];
  readonly sorted: ReturnType<typeof hostQuery>;
}): ReactNode {
  const sortBy = useColumnSort<HostSort>({ ...sorted, own: "name" });
  const t = useTranslations("host");
  const common = useTranslations("common");
  return (
    <Card padding="none">
      <DataTable
        caption={t("title")}
        rows={hosts}
        rowKey={(host) => host.id}
        rowActions={(host) => <HostActions host={host} />}
        columns={[
          {
            id: "name",
            header: t("name"),
            sort: sortBy("name"),
            rowHeader: true,
            cell: (host) => (
              <Link href={`/hosts/${host.id}`} tone="quiet">
                {host.name}
              </Link>
            ),
          },
          {
            id: "address",
            header: t("address"),
            sort: sortBy("address"),
            mono: true,
            cell: (host) => host.address,
          },
          {
            id: "agent",
            whole: true,
            header: t("agent"),
            cell: (host) => (
              <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 align-middle">
                <StatusPip tone={agentTone[host.agentState]} label={t(`agentState.${host.agentState}`)} />
                <OperatorMark operator={host.operator} />
              </span>
            ),
          },
          {
            id: "version",
            header: t("version"),
            sort: sortBy("agentVersion"),
            mono: true,
            hideBelow: "md",
            cell: (host) => host.agentVersion ?? common("none"),
          },
          {
            id: "seen",
            header: t("seen"),
            sort: sortBy("agentSeenAt"),
            hideBelow: "md",
            cell: (host) => (host.agentSeenAt === null ? common("never") : <Moment at={host.agentSeenAt} />),
          },
        ]}
      />
    </Card>
  );
}
