"use client";

import {
  MemberAction,
  type Topology,
  type TopologyHost,
  type TopologyMember,
  withPort,
} from "@primacy/contract";
import { Badge, ButtonLink, Card, DataTable, Link, Steady } from "@primacy/ui";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Loaded } from "../../client/loaded";
import { useOrder } from "../../client/use-order";
import { useTopology } from "../../client/use-topology";
import { useMay } from "../../frame/principal-context";
import { AllowDrills } from "../drill/allow-drills";
import { MemberDialog } from "../member/member-dialog";
import { MemberMenu } from "../member/member-menu";
import { describeRole, isWorkingPrimary } from "../topology/belief-words";
import { MemberState } from "../topology/member-state";
import { useTopologyTexts } from "../topology/topology-texts";
import { listDifferences } from "./console-differences";
import { MarkProduction } from "./mark-production";
import { OverruleAgents } from "./overrule-agents";
import { RefreshCluster } from "./refresh-cluster";
import { RemoveCluster } from "./remove-cluster";

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
  const differences = listDifferences(topology.data);
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
      <MarkProduction clusterId={clusterId} />
      <AllowDrills clusterId={clusterId} />
      <div className="flex flex-wrap gap-2">
        {mayOperate ? <RefreshCluster clusterId={clusterId} /> : null}
        {mayOperate ? <ButtonLink href={`/clusters/${clusterId}/restart`}>{t("restart")}</ButtonLink> : null}
        {mayOperate ? (
          <ButtonLink href={`/clusters/${clusterId}/recovery`}>{t("recovery")}</ButtonLink>
        ) : null}
        {mayOperate && differences.length > 0 ? (
          <OverruleAgents clusterId={clusterId} differences={differences} />
        ) : null}
        {mayAdminister ? <RemoveCluster clusterId={clusterId} /> : null}
      </div>
      {mayOperate && topology.data !== undefined ? <OrderedAction topology={topology.data} /> : null}
    </div>
  );
}

/** The action on a member that the address of the page asks for. */
function OrderedAction({ topology }: { readonly topology: Topology }): ReactNode {
  const asked = useSearchParams().get("member");
  const [order, setOrder] = useState<{ action: MemberAction; memberId: string | null } | null>(null);
  useOrder(
    MemberAction.options,
    (action) => setOrder({ action, memberId: asked }),
    asked === null ? {} : { member: asked },
  );
  const host = topology.hosts.find((one) => one.members.some(isMeant));
  const member = host?.members.find(isMeant);
  function isMeant({ memberId }: TopologyMember): boolean {
    return memberId === order?.memberId;
  }
  if (order === null || host === undefined || member === undefined) return null;
  return (
    <MemberDialog
      topology={topology}
      host={host}
      member={member}
      action={order.action}
      onClose={() => setOrder(null)}
    />
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
          cell: ({ member }) => withPort(member.address, member.port),
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
            <Badge emphasis={isWorkingPrimary(member)}>{describeRole(member, texts)}</Badge>
          ),
        },
        {
          id: "state",
          whole: true,
          header: t("state"),
          cell: ({ member }) => <MemberState member={member} />,
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
        {
          id: "queue",
          header: t("queue"),
          align: "end",
          cell: ({ member }) => (
            <Steady text={String(member.applyQueue ?? "–")} samples={texts.longestQueues} />
          ),
        },
        {
          id: "lag",
          header: t("lag"),
          align: "end",
          hideBelow: "md",
          cell: ({ member: { appliedLagMs: lagMs } }) => (
            <Steady text={lagMs === null ? "–" : texts.duration(lagMs)} samples={texts.longestDurations} />
          ),
        },
      ]}
    />
  );
}
