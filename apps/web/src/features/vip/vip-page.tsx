"use client";

import type { Topology, TopologyVip, Vip, VipPause } from "@primacy/contract";
import { Badge, ButtonLink, Card, EmptyState, type KeyValue, KeyValueList, StatusPip } from "@primacy/ui";
import { Waypoints } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { joinSentences } from "../../client/sentences";
import { useAllHosts } from "../../client/use-all-hosts";
import { useApi } from "../../client/use-api";
import { useTopology } from "../../client/use-topology";
import { useMay } from "../../frame/principal-context";
import { useTopologyTexts } from "../topology/topology-texts";
import { Answerers, Holders } from "../topology/vip-facts";
import { WireReport } from "../topology/wire-card";
import { findPausePlace, type PausePlace } from "./pause-place";
import { VipActions } from "./vip-actions";
import { placeOf, VipHostAction } from "./vip-host-action";

/** The VIPs of a cluster: what is wanted, what is there, and what may be done. */
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
            {items.map((vip) => (
              <OneVip key={vip.id} vip={vip} topology={topology} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

function OneVip({
  vip,
  topology,
}: {
  readonly vip: Vip;
  readonly topology: Topology | undefined;
}): ReactNode {
  const t = useTranslations("vip");
  const live = topology?.vips.find((one) => one.vipId === vip.id);
  const member = (hostId: string): string | undefined =>
    topology?.hosts.find((host) => host.hostId === hostId)?.name;
  // A host that left the cluster is in no picture of it.
  const isKnown = (hostId: string): boolean => topology === undefined || member(hostId) !== undefined;
  const pausedOn = vip.paused?.hostId ?? null;
  const isMissing = pausedOn !== null && !isKnown(pausedOn);
  const hosts = useAllHosts({ enabled: isMissing });
  const nics = Object.entries(vip.nics).filter(([hostId]) => isKnown(hostId));
  const name = (hostId: string): string =>
    member(hostId) ?? hosts.find((host) => host.id === hostId)?.name ?? hostId;
  const pausedItem = (pause: VipPause): KeyValue => ({
    key: "paused",
    label: t("paused"),
    value: (
      <>
        {tellPause(t, findPausePlace(pause, topology?.hosts, hosts))} <Moment at={pause.since} />
      </>
    ),
  });
  const holderHostId = live?.agents.find((agent) => agent.isBound)?.hostId ?? null;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card title={t("wanted")} actions={<VipActions vip={vip} holderHostId={holderHostId} />}>
        <KeyValueList
          items={[
            { key: "address", label: t("address"), value: `${vip.address}/${vip.prefixLength}`, mono: true },
            { key: "port", label: t("port"), value: vip.port, mono: true },
            { key: "provider", label: t("provider"), value: t(`providers.${vip.provider}`) },
            { key: "onRelease", label: t("onRelease"), value: t(`onReleases.${vip.onRelease}`) },
            {
              key: "enabled",
              label: t("state"),
              value: <Badge>{vip.enabled ? t("enabled") : t("disabled")}</Badge>,
            },
            ...(vip.paused === undefined ? [] : [pausedItem(vip.paused)]),
            {
              key: "nics",
              label: t("wizard.nics"),
              value: nics.map(([hostId, nic]) => (
                <span key={hostId} className="block">
                  {name(hostId)} {nic}
                </span>
              )),
              mono: true,
            },
            { key: "since", label: t("since"), value: <Moment at={vip.createdAt} /> },
          ]}
        />
      </Card>
      {live === undefined || topology === undefined ? null : (
        <Live vip={live} topology={topology} name={name} />
      )}
    </div>
  );
}

function tellPause(t: ReturnType<typeof useTranslations<"vip">>, place: PausePlace): string {
  switch (place.kind) {
    case "nowhere":
      return t("pausedNowhere");
    case "on":
      return t("pausedOn", { host: place.host });
    case "unnamed":
      return t("pausedUnnamed");
    case "left":
      return place.host === null ? t("pausedGone") : t("pausedLeft", { host: place.host });
  }
}

interface LiveProps {
  readonly vip: TopologyVip;
  readonly topology: Topology;
  readonly name: (hostId: string) => string;
}

function Live({ vip, topology: picture, name }: LiveProps): ReactNode {
  const t = useTranslations("vip");
  const topology = useTranslations("topology");
  const texts = useTopologyTexts();
  return (
    <Card title={t("live")} actions={<StatusPip tone={vip.tone} label={texts.tone(vip.tone)} />}>
      <div className="flex flex-col gap-4">
        <p className="text-sm">{texts.message(vip.summary)}</p>
        <div>
          <KeyValueList
            items={[
              {
                key: "holds",
                label: topology("holds"),
                value: <Holders vip={vip} hosts={picture.hosts} />,
              },
              {
                key: "answers",
                label: topology("answers"),
                value: <Answerers vip={vip} hosts={picture.hosts} />,
                mono: true,
              },
            ]}
          />
          <Agents vip={vip} topology={picture} name={name} />
        </div>
        <section className="flex flex-col gap-3 text-sm" aria-label={topology("wire.title")}>
          <WireReport vip={vip} />
        </section>
      </div>
    </Card>
  );
}

/** What each agent says of the VIP, and what may be done on its host. */
function Agents({ vip, topology, name }: LiveProps): ReactNode {
  const t = useTranslations("topology");
  const texts = useTopologyTexts();
  return (
    <ul aria-label={t("agents")} className="divide-y divide-line border-line border-t text-sm">
      {vip.agents.map((agent) => (
        <li
          key={agent.hostId}
          className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-1.5 sm:grid-cols-[minmax(0,1fr)_5rem_6rem]"
        >
          <div className="col-span-2 min-w-0 sm:col-span-1">
            <span>{name(agent.hostId)}</span>
            {agent.reasons.length === 0 ? null : (
              <span className="block text-ink-muted text-xs">
                {joinSentences(agent.reasons.map(texts.message))}
              </span>
            )}
          </div>
          <span className="font-mono text-xs">{agent.state}</span>
          <div className="flex justify-end">
            <VipHostAction on={placeOf(topology, vip, agent.hostId, agent.state)} />
          </div>
        </li>
      ))}
    </ul>
  );
}
