"use client";

import type { Topology, Vip, VipPause } from "@primacy/contract";
import { Badge, Card, type KeyValue, KeyValueList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Moment } from "../../client/moment";
import { useAllHosts } from "../../client/use-all-hosts";
import { findPausePlace, type PausePlace } from "./pause-place";
import { useKindFacts } from "./use-kind-facts";
import { VipActions } from "./vip-actions";
import { VipLive } from "./vip-live";

/** One VIP: what is wanted and may be done, and what is there. */
export function VipSection({
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
  const heading = useId();
  const kindFacts = useKindFacts(vip, member);
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={heading} className="min-w-0 font-mono font-semibold text-base [overflow-wrap:anywhere]">
          {vip.address}
        </h2>
        <Badge>{t(`kinds.${vip.kind}`)}</Badge>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card
          title={t("wanted")}
          headingLevel={3}
          actions={<VipActions vip={vip} holderHostId={holderHostId} />}
        >
          <KeyValueList
            items={[
              {
                key: "address",
                label: t("address"),
                value: `${vip.address}/${vip.prefixLength}`,
                mono: true,
              },
              ...kindFacts,
              { key: "port", label: t("port"), value: vip.port, mono: true },
              { key: "provider", label: t("provider"), value: t(`providers.${vip.provider}`) },
              ...(vip.provider === "agent"
                ? [{ key: "onRelease", label: t("onRelease"), value: t(`onReleases.${vip.onRelease}`) }]
                : [
                    {
                      key: "guard",
                      label: t("guard"),
                      value: t(`guardChoice.${vip.guard === true ? "agents" : "none"}`),
                    },
                  ]),
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
          <VipLive vip={live} topology={topology} name={name} />
        )}
      </div>
    </section>
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
