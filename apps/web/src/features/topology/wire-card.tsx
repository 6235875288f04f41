"use client";

import type { Message, Topology, TopologyVip, WireAsker, WireOwner } from "@primacy/contract";
import { Badge, Card, StatusPip, Steady } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useListMarks } from "../../i18n/list-marks";
import { type TopologyTexts, useTopologyTexts } from "./topology-texts";
import { keyOfOwner, lookOfWire, type WireLook } from "./wire-state";

/**
 * Who answers for each VIP on the wire, who asked, and what to do where that is not one machine. It always stands in
 * its place below the picture, so that nothing above it moves when the state changes.
 */
export function WireCard({ topology }: { readonly topology: Topology }): ReactNode {
  const t = useTranslations("topology.wire");
  if (topology.vips.length === 0) return null;
  return (
    <Card title={t("title")} padding="none">
      <ul className="divide-y divide-line" aria-label={t("title")}>
        {topology.vips.map((vip) => (
          <li key={vip.vipId} className="flex flex-col gap-3 p-4 text-sm">
            <WireReport vip={vip} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** One VIP's wire: its state, its owners, its askers, what is remarkable and what to do. */
export function WireReport({ vip }: { readonly vip: TopologyVip }): ReactNode {
  const t = useTranslations("topology.wire");
  const kinds = useTranslations("vip.kinds");
  const texts = useTopologyTexts();
  const verdict = vip.wireVerdict;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-mono [overflow-wrap:anywhere]">{vip.address}</span>
          <Badge>{kinds(vip.kind)}</Badge>
        </span>
        <WirePip look={lookOfWire(vip)} />
      </div>
      {verdict === undefined ? null : (
        <>
          <Owners owners={verdict.owners} />
          <Askers askers={verdict.askers} texts={texts} />
          <Messages title={t("findings")} messages={verdict.findings} texts={texts} />
          <Messages title={t("whatToDo")} messages={verdict.advice} texts={texts} />
        </>
      )}
    </>
  );
}

/** The state in words, with its icon. */
export function WirePip({ look }: { readonly look: WireLook }): ReactNode {
  const t = useTranslations("topology.wire");
  return <StatusPip tone={look.tone} label={t(`state.${look.word}`, { count: look.count })} />;
}

function Owners({ owners }: { readonly owners: readonly WireOwner[] }): ReactNode {
  const t = useTranslations("topology.wire");
  const marks = useListMarks();
  if (owners.length === 0) return null;
  const hasSeveral = owners.length > 1;
  return (
    <ul className="flex flex-col gap-1" aria-label={t("owners")}>
      {owners.map((owner) => (
        <li key={keyOfOwner(owner)} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{owner.name ?? t("stranger")}</span>
          <span className="font-mono text-ink-muted text-xs">{owner.macs.join(marks.name)}</span>
          {owner.isRightful ? (
            <Badge tone="ok">{t("rightful")}</Badge>
          ) : (
            <Badge tone={hasSeveral ? "failed" : "warning"}>{t("noRight")}</Badge>
          )}
          {hasSeveral ? (
            <span className="text-ink-muted text-xs">
              {t("seenBy", { hosts: owner.seenBy.join(marks.name) })}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Askers({
  askers,
  texts,
}: {
  readonly askers: readonly WireAsker[];
  readonly texts: TopologyTexts;
}): ReactNode {
  const t = useTranslations("topology.wire");
  if (askers.length === 0) return <p className="text-ink-muted text-xs">{t("notAsked")}</p>;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-xs" aria-label={t("askers")}>
      {askers.map((asker) => (
        <li key={asker.hostId}>
          {t(asker.isObserver ? "observerGot" : "askerGot", { host: asker.name })}{" "}
          <span className="font-mono">
            {asker.macs.length === 0 ? t("noAnswer") : asker.macs.join(texts.marks.name)}
          </span>
          {texts.marks.clause}
          <Steady text={texts.age(asker.ageMs, false)} samples={texts.longestAges(false)} />
        </li>
      ))}
    </ul>
  );
}

function Messages({
  title,
  messages,
  texts,
}: {
  readonly title: string;
  readonly messages: readonly Message[];
  readonly texts: TopologyTexts;
}): ReactNode {
  if (messages.length === 0) return null;
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium">{title}</h3>
      <ul className="flex list-disc flex-col gap-0.5 ps-5 text-ink-muted">
        {messages.map((one) => (
          <li key={one.text}>{texts.message(one)}</li>
        ))}
      </ul>
    </section>
  );
}
