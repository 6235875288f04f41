"use client";

import type { Topology, TopologyHost, TopologyVip } from "@primacy/contract";
import { KeyValueList, Sheet, StatusPip } from "@primacy/ui";
import type { TopologySelection } from "@primacy/ui/topology";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Relay, relayId } from "../endpoint/draw-relays";
import { RelayPanel } from "../endpoint/relay-panel";
import { useKindFacts } from "../vip/use-kind-facts";
import { placeOf, VipHostAction } from "../vip/vip-host-action";
import { toneOf, wordOf } from "./host-treatment";
import { MemberFacts } from "./member-facts";
import { MemberHistory } from "./member-history";
import { Messages } from "./messages";
import { listVipsOfEntry } from "./topology-entries";
import { cardId } from "./topology-model";
import { useTopologyTexts } from "./topology-texts";
import { Answerers, Holders } from "./vip-facts";
import { WireReport } from "./wire-card";

/** The side panel of what was chosen in the picture: facts, evidence and actions. */
export function TopologyPanel({
  topology,
  relays = [],
  selection,
  onClose,
}: {
  readonly topology: Topology;
  readonly relays?: readonly Relay[];
  readonly selection: TopologySelection | null;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("topology");
  const endpoint = useTranslations("endpoint");
  const host =
    selection?.kind === "card" ? topology.hosts.find((one) => cardId(one) === selection.id) : undefined;
  const vips = selection === null ? [] : listSelectedVips(topology, selection);
  const [first, ...others] = vips;
  const relay = selection?.kind === "entry" ? relays.find((one) => relayId(one) === selection.id) : undefined;
  const isOpen = host !== undefined || first !== undefined || relay !== undefined;
  const title =
    host?.name ?? (relay === undefined ? undefined : endpoint(`relay.${relay.kind}`)) ?? first?.address ?? "";
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={others.length === 0 ? title : t("clientsOf.read")}
    >
      {relay === undefined ? null : <RelayPanel clusterId={topology.clusterId} relay={relay} />}
      {host === undefined ? null : <HostPanel topology={topology} host={host} />}
      {host !== undefined ? null : <VipPanels topology={topology} vips={vips} />}
    </Sheet>
  );
}

/** The VIP of a chip, or all to which a way in leads. */
function listSelectedVips({ vips }: Topology, { kind, id }: TopologySelection): readonly TopologyVip[] {
  if (kind === "card") return [];
  return kind === "entry" ? listVipsOfEntry(vips, id) : vips.filter((vip) => id.includes(vip.vipId));
}

function HostPanel({
  topology,
  host,
}: {
  readonly topology: Topology;
  readonly host: TopologyHost;
}): ReactNode {
  const t = useTranslations("topology");
  const members = useTranslations("cluster.members");
  const texts = useTopologyTexts();
  return (
    <div className="flex flex-col gap-6">
      <StatusPip tone={toneOf(host)} label={t(`condition.${wordOf(host)}`)} />
      <Messages title={t("evidence")} texts={host.evidence.map(texts.message)} />
      <KeyValueList
        items={[
          { key: "address", label: members("address"), value: host.address, mono: true },
          { key: "nic", label: t("nic"), value: host.nic ?? texts.unknown, mono: true },
          { key: "mac", label: t("mac"), value: host.mac ?? texts.unknown, mono: true },
          {
            key: "agent",
            label: t("agentVersion"),
            value: texts.agent(host.agentState, host.agentVersion),
          },
          {
            key: "clock",
            label: t("clock"),
            value: host.clockOffsetMs === null ? texts.unknown : texts.duration(host.clockOffsetMs),
          },
          { key: "age", label: t("age"), value: texts.age(host.ageMs, host.isStale) },
        ]}
      />
      {host.members.map((one) => (
        <MemberFacts key={one.memberId} topology={topology} host={host} member={one} />
      ))}
      {host.members.map(({ memberId }) => (
        <MemberHistory key={memberId} clusterId={topology.clusterId} memberId={memberId} name={host.name} />
      ))}
    </div>
  );
}

/** One VIP below the other; of several each under its address. */
function VipPanels({
  topology,
  vips,
}: {
  readonly topology: Topology;
  readonly vips: readonly TopologyVip[];
}): ReactNode {
  return (
    <div className="flex flex-col gap-6 divide-y divide-line">
      {vips.map((vip) => (
        <section key={vip.vipId} aria-label={vip.address} className="flex flex-col gap-4 not-last:pb-6">
          {vips.length === 1 ? null : (
            <h3 className="font-medium font-mono text-sm [overflow-wrap:anywhere]">{vip.address}</h3>
          )}
          <VipPanel topology={topology} vip={vip} />
        </section>
      ))}
    </div>
  );
}

function VipPanel({ topology, vip }: { readonly topology: Topology; readonly vip: TopologyVip }): ReactNode {
  const t = useTranslations("topology");
  const texts = useTopologyTexts();
  const name = (hostId: string | null): string =>
    topology.hosts.find((host) => host.hostId === hostId)?.name ?? t("stranger");
  // A host beside the cluster that asks is none of the picture's; the verdict knows its name.
  const askers = vip.wireVerdict.askers.map((asker) => asker.name).join(texts.marks.name);
  const wireAge = texts.age(vip.wireAgeMs, false);
  const kindFacts = useKindFacts(
    vip,
    (hostId) => topology.hosts.find((host) => host.hostId === hostId)?.name,
  );
  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm">{texts.message(vip.summary)}</p>
      <KeyValueList
        items={[
          ...kindFacts,
          {
            key: "believes",
            label: t(`believes.${vip.kind}`),
            value: vip.believedHostId === null ? texts.unknown : name(vip.believedHostId),
          },
          { key: "holds", label: t("holds"), value: <Holders vip={vip} hosts={topology.hosts} /> },
          {
            key: "answers",
            label: t("answers"),
            value: <Answerers vip={vip} hosts={topology.hosts} />,
            mono: true,
          },
          {
            key: "asked",
            label: t("age"),
            value:
              askers === "" ? wireAge : [wireAge, t("askedBy", { hosts: askers })].join(texts.marks.clause),
          },
        ]}
      />
      <section className="flex flex-col gap-3 text-sm" aria-label={t("wire.title")}>
        <WireReport vip={vip} />
      </section>
      <section className="flex flex-col gap-4">
        <h3 className="font-medium text-sm">{t("agents")}</h3>
        {vip.agents.map((agent) => (
          <div key={agent.hostId} className="flex flex-col gap-1 text-sm">
            <div className="flex items-center justify-between gap-3">
              <p className="min-w-0">
                <span className="font-medium">{name(agent.hostId)}</span>{" "}
                <span className="font-mono text-ink-muted text-xs">{agent.state}</span>
              </p>
              <VipHostAction on={placeOf(topology, vip, agent.hostId, agent.state)} />
            </div>
            <Messages
              texts={[
                ...agent.reasons.map(texts.message),
                ...(agent.isBound
                  ? agent.lastProofs.map((one) => t(`proof.${one.proof}`, { host: name(one.hostId) }))
                  : []),
              ]}
            />
          </div>
        ))}
      </section>
    </div>
  );
}
