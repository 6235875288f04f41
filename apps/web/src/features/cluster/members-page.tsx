"use client";

import type { Topology, TopologyHost, TopologyMember } from "@primacy/contract";
import { Badge, Button, Card, DataTable, Link, StatusPip, showToast } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../client/loaded";
import { useApiChange } from "../../client/use-api";
import { useTopology } from "../../client/use-topology";
import { useMay } from "../../frame/principal-context";
import { MemberMenu } from "../member/member-menu";
import { useTopologyTexts } from "../topology/topology-texts";
import { OverruleAgents } from "./overrule-agents";
import { RemoveCluster } from "./remove-cluster";

/** What agents hold otherwise than a console that was restored from an older database. */
const differs = "topology.differs_";

interface Row {
  readonly host: TopologyHost;
  readonly member: TopologyMember;
}

/** The members with what each server says of itself, and what may be done with them. */
export function MembersPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("cluster.members");
  const mayOperate = useMay("operator");
  const mayAdminister = useMay("admin");
  const topology = useTopology(clusterId);
  const refresh = useApiChange("refreshCluster", {
    invalidates: ["getCluster", "listOperations"],
    onSuccess: () => showToast("done", { title: t("refreshed") }),
  });
  const differences = (topology.data?.problems ?? []).filter(({ code }) => code.startsWith(differs));
  return (
    <div className="flex flex-col gap-4">
      <Loaded query={topology}>
        {(value) => {
          const hosts = [...value.hosts].sort((a, b) => a.order - b.order);
          return (
            <Card padding="none">
              <MemberTable
                topology={value}
                rows={hosts.flatMap((host) => host.members.map((member) => ({ host, member })))}
              />
            </Card>
          );
        }}
      </Loaded>
      <div className="flex flex-wrap gap-2">
        {mayOperate ? (
          <Button
            loading={refresh.isPending}
            onClick={() => refresh.mutate({ params: { id: clusterId }, body: {} })}
          >
            {t("refresh")}
          </Button>
        ) : null}
        {mayOperate && differences.length > 0 ? (
          <OverruleAgents clusterId={clusterId} differences={differences} />
        ) : null}
        {mayAdminister ? <RemoveCluster clusterId={clusterId} /> : null}
      </div>
    </div>
  );
}

function MemberTable({
  topology,
  rows,
}: {
  readonly topology: Topology;
  readonly rows: readonly Row[];
}): ReactNode {
  const t = useTranslations("cluster.members");
  const common = useTranslations("common");
  const texts = useTopologyTexts();
  return (
    <DataTable
      caption={t("caption")}
      rows={rows}
      rowKey={({ member }) => member.memberId}
      rowActions={({ host, member }) => (
        <MemberMenu topology={topology} host={host} member={member} look="row" />
      )}
      columns={[
        {
          id: "address",
          header: t("address"),
          rowHeader: true,
          mono: true,
          cell: ({ member }) => `${member.address}:${member.port}`,
        },
        {
          id: "host",
          header: t("host"),
          cell: ({ host }) =>
            host.hostId === null ? (
              host.name
            ) : (
              <Link href={`/hosts/${host.hostId}`} tone="quiet">
                {host.name}
              </Link>
            ),
        },
        {
          id: "role",
          header: t("role"),
          cell: ({ member }) => (
            <Badge emphasis={member.role === "PRIMARY"}>{member.role ?? texts.unknown}</Badge>
          ),
        },
        {
          id: "state",
          whole: true,
          header: t("state"),
          cell: ({ member }) => (
            <StatusPip
              tone={member.isStale ? "unknown" : member.tone}
              label={member.state ?? texts.unknown}
            />
          ),
        },
        {
          id: "version",
          header: t("version"),
          mono: true,
          hideBelow: "md",
          cell: ({ member }) => member.version ?? texts.unknown,
        },
        {
          id: "read-only",
          header: t("readOnly"),
          hideBelow: "lg",
          cell: ({ member }) =>
            member.isReadOnly === null ? texts.unknown : common(member.isReadOnly ? "yes" : "no"),
        },
        { id: "queue", header: t("queue"), align: "end", cell: ({ member }) => member.applyQueue ?? "–" },
        {
          id: "lag",
          header: t("lag"),
          align: "end",
          hideBelow: "md",
          cell: ({ member }) => (member.appliedLagMs === null ? "–" : texts.duration(member.appliedLagMs)),
        },
      ]}
    />
  );
}
