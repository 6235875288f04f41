"use client";

import { type Topology, type TopologyHost, type TopologyMember, withPort } from "@primacy/contract";
import { type DataColumn, DataTable, StatusPip, Steady } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MemberMenu } from "../member/member-menu";
import { describeRole } from "./belief-words";
import { toneOf, wordOf } from "./host-treatment";
import { MemberState } from "./member-state";
import { SelectionLink, type SelectionLinks } from "./selection-link";
import { cardId } from "./topology-model";
import { useTopologyTexts } from "./topology-texts";

/** A member on its host; null: a host without one, which the picture shows too. */
interface HostRow {
  readonly host: TopologyHost;
  readonly member: TopologyMember | null;
}

/** The cards of the picture with their members and lines, a row for each member. */
export function HostTable({
  topology,
  place,
}: {
  readonly topology: Topology;
  readonly place: SelectionLinks;
}): ReactNode {
  const t = useTranslations("cluster.members");
  const rows = [...topology.hosts]
    .sort((a, b) => a.order - b.order)
    .flatMap((host): readonly HostRow[] =>
      host.members.length === 0 ? [{ host, member: null }] : host.members.map((member) => ({ host, member })),
    );
  return (
    <DataTable
      caption={t("caption")}
      rowActions={({ host, member }) =>
        member === null ? null : <MemberMenu topology={topology} host={host} member={member} look="row" />
      }
      rows={rows}
      rowKey={({ host, member }) => `${cardId(host)} ${member?.memberId ?? ""}`}
      columns={[...useHostColumns(place), ...useMemberColumns()]}
    />
  );
}

function useHostColumns(place: SelectionLinks): readonly DataColumn<HostRow>[] {
  const t = useTranslations("topology");
  const members = useTranslations("cluster.members");
  const texts = useTopologyTexts();
  return [
    {
      id: "host",
      header: members("host"),
      rowHeader: true,
      cell: ({ host }) => (
        <SelectionLink place={place} selection={{ kind: "card", id: cardId(host) }}>
          {host.name}
        </SelectionLink>
      ),
    },
    {
      id: "address",
      header: members("address"),
      mono: true,
      whole: true,
      cell: ({ host, member }) => addressesOf(host, member).join(" "),
    },
    { id: "nic", header: t("nic"), mono: true, cell: ({ host }) => host.nic ?? texts.unknown },
    {
      id: "condition",
      whole: true,
      header: t("hostState"),
      cell: ({ host }) => <StatusPip tone={toneOf(host)} label={t(`condition.${wordOf(host)}`)} />,
    },
    {
      id: "agent",
      whole: true,
      header: t("agentVersion"),
      cell: ({ host }) => (
        <>
          {texts.agent(host.agentState, host.agentVersion)}{" "}
          <Steady
            text={texts.age(host.ageMs, host.isStale)}
            samples={texts.longestAges(host.isStale)}
            className="text-ink-muted text-xs"
          />
        </>
      ),
    },
  ];
}

/** A member's own address is its host's, unless its host has another one for the agent. */
function addressesOf(host: TopologyHost, member: TopologyMember | null): readonly string[] {
  if (member === null) return [host.address];
  const own = withPort(member.address, member.port);
  return member.address === host.address ? [own] : [own, host.address];
}

function useMemberColumns(): readonly DataColumn<HostRow>[] {
  const t = useTranslations("topology");
  const members = useTranslations("cluster.members");
  const texts = useTopologyTexts();
  return [
    {
      id: "role",
      header: members("role"),
      whole: true,
      cell: ({ member }) => (member === null ? "–" : describeRole(member, texts)),
    },
    {
      id: "state",
      header: members("state"),
      whole: true,
      cell: ({ member }) => (member === null ? "–" : <MemberState member={member} />),
    },
    {
      id: "version",
      header: members("version"),
      mono: true,
      whole: true,
      cell: ({ member }) => (member === null ? "–" : (member.version ?? texts.unknown)),
    },
    {
      id: "queue",
      header: members("queue"),
      align: "end",
      cell: ({ member }) => <Steady text={String(member?.applyQueue ?? "–")} samples={texts.longestQueues} />,
    },
    {
      id: "lag",
      header: members("lag"),
      align: "end",
      cell: ({ member }) => {
        const lagMs = member?.appliedLagMs ?? null;
        const text = lagMs === null ? "–" : texts.duration(lagMs);
        return <Steady text={text} samples={texts.longestDurations} />;
      },
    },
    {
      id: "age",
      header: t("age"),
      whole: true,
      cell: ({ member }) =>
        member === null ? (
          "–"
        ) : (
          <Steady
            text={texts.age(member.ageMs, member.isStale)}
            samples={texts.longestAges(member.isStale)}
          />
        ),
    },
  ];
}
