"use client";

import type { PluginGuardSight, Topology, TopologyVip } from "@primacy/contract";
import { Card, KeyValueList, StatusPip } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { joinSentences } from "../../client/sentences";
import { useListMarks } from "../../i18n/list-marks";
import { useTopologyTexts } from "../topology/topology-texts";
import { Answerers, Holders } from "../topology/vip-facts";
import { WireReport } from "../topology/wire-card";
import { placeOf, VipHostAction } from "./vip-host-action";

/** Properties of {@link VipLive}. */
interface VipLiveProps {
  readonly vip: TopologyVip;
  readonly topology: Topology;
  readonly name: (hostId: string) => string;
}

/** A VIP as it is now: who holds it, who answers for it, and what each agent says of it. */
export function VipLive({ vip, topology: picture, name }: VipLiveProps): ReactNode {
  const t = useTranslations("vip");
  const topology = useTranslations("topology");
  const texts = useTopologyTexts();
  const assigned = {
    key: "believes",
    label: topology("believes.read"),
    value: vip.believedHostId === null ? texts.unknown : name(vip.believedHostId),
  };
  return (
    <Card
      title={t("live")}
      headingLevel={3}
      actions={<StatusPip tone={vip.tone} label={texts.tone(vip.tone)} />}
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm">{texts.message(vip.summary)}</p>
        <div>
          <KeyValueList
            items={[
              ...(vip.kind === "read" ? [assigned] : []),
              {
                key: "provider",
                label: t("provider"),
                value: t(`providers.${vip.provider ?? "agent"}`),
              },
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
          <Guards guards={vip.pluginGuards ?? []} />
        </div>
        <section className="flex flex-col gap-3 text-sm" aria-label={topology("wire.title")}>
          <WireReport vip={vip} />
        </section>
      </div>
    </Card>
  );
}

/** What each agent says of the VIP, and what may be done on its host. */
function Agents({ vip, topology, name }: VipLiveProps): ReactNode {
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

/** Which agents would release the address where the plugin leaves it behind, and what they last did about it. */
function Guards({ guards }: { readonly guards: readonly PluginGuardSight[] }): ReactNode {
  const t = useTranslations("vip");
  const texts = useTopologyTexts();
  const { name: comma } = useListMarks();
  if (guards.length === 0) return null;
  const able = guards.filter(({ state }) => state !== "unguarded").map(({ name }) => name);
  return (
    <ul aria-label={t("guard")} className="border-line border-t py-1.5 text-sm">
      {able.length === 0 ? null : <li>{t("guarding", { hosts: able.join(comma) })}</li>}
      {guards.flatMap(({ hostId, message }) =>
        message === null ? [] : [<li key={hostId}>{texts.message(message)}</li>],
      )}
    </ul>
  );
}
