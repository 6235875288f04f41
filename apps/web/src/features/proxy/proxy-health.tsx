"use client";

import type { ProxyHostHealth, ProxyWayHealth } from "@primacy/contract";
import { StatusPip } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText } from "../../client/use-locale";
import { useTopologyTexts } from "../topology/topology-texts";

/** An address with a port, and where it leads; null: nobody has looked yet. */
export function ProxyWayStanding({
  place,
  health,
  isStopped,
}: {
  readonly place: string;
  readonly health: ProxyWayHealth | null;
  readonly isStopped: boolean;
}): ReactNode {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="font-mono">{place}</span>
      <Way health={health} isStopped={isStopped} />
    </span>
  );
}

function Way({
  health,
  isStopped,
}: {
  readonly health: ProxyWayHealth | null;
  readonly isStopped: boolean;
}): ReactNode {
  const t = useTranslations("proxy");
  const text = useMessageText();
  const { duration } = useTopologyTexts();
  if (health === null) return <StatusPip tone="unknown" label={t("unseen")} />;
  const { leadsTo, isRight, connectMs, reason } = health;
  if (leadsTo === null && isStopped) return <StatusPip tone="unknown" label={t("stopped")} />;
  if (leadsTo === null)
    return (
      <StatusPip tone="failed" label={t("leadsNowhere", { reason: reason === null ? "-" : text(reason) })} />
    );
  const time = duration(Math.max(1, Math.round(connectMs ?? 0)));
  return (
    <StatusPip
      tone={isRight ? "ok" : "warning"}
      label={t(isRight ? "leadsTo" : "leadsWrong", { member: leadsTo, time })}
    />
  );
}

/** Whether a host of a proxy serves, and whether the address is on it. What somebody has stopped and does not serve has not failed. */
export function ProxyHostStanding({
  health,
  isStopped,
}: {
  readonly health: ProxyHostHealth | null;
  readonly isStopped: boolean;
}): ReactNode {
  const t = useTranslations("proxy");
  const text = useMessageText();
  if (health === null) return <StatusPip tone="unknown" label={t("unseen")} />;
  const { isServing, reason, holdsAddress } = health;
  if (!isServing && isStopped) return <StatusPip tone="unknown" label={t("stopped")} />;
  const why = reason === null ? "-" : text(reason);
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <StatusPip
        tone={isServing ? "ok" : "failed"}
        label={isServing ? t("serving") : t("notServing", { reason: why })}
      />
      {holdsAddress === true ? <span>{t("holds")}</span> : null}
    </span>
  );
}
