"use client";

import type { EndpointHealth, EndpointServer, MeasuredEndpoint } from "@primacy/contract";
import { StatusPip, Steady } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText } from "../../client/use-locale";
import { useTopologyTexts } from "../topology/topology-texts";
import { isAlarm } from "./wrong-endpoints";

/** The servers to which an endpoint leads: each by its name and role, and below it by its own word. */
export function EndpointServers({
  health: { servers, state },
}: {
  readonly health: EndpointHealth;
}): ReactNode {
  const t = useTranslations("endpoint");
  if (servers.length === 0)
    return state === "silent" ? t("nowhere") : state === "unverified" ? t("states.unknown") : "–";
  return (
    <span className="flex flex-col gap-1">
      {servers.map((one) => (
        <Server key={one.serverUuid} server={one} />
      ))}
    </span>
  );
}

function Server({
  server: { name, role, memberId, hostName, serverUuid, through },
}: {
  readonly server: EndpointServer;
}): ReactNode {
  const t = useTranslations("endpoint");
  return (
    <span className="flex flex-col">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{name}</span>
        <span className="text-ink-muted text-xs">{memberId === null ? t("stranger") : (role ?? "–")}</span>
        {through === null ? null : (
          <span className="text-ink-muted text-xs">{t("through", { host: through })}</span>
        )}
      </span>
      <span className="font-mono text-2xs text-ink-muted [overflow-wrap:anywhere]">
        {hostName} {serverUuid}
      </span>
    </span>
  );
}

/** How an endpoint is, in a word; and what is wrong with it, with the advice where no alarm above gives it. */
export function EndpointStanding({
  endpoint,
}: {
  readonly endpoint: Pick<MeasuredEndpoint, "way" | "health">;
}): ReactNode {
  const t = useTranslations("endpoint");
  const text = useMessageText();
  const { state, tone, finding, advice, metadata } = endpoint.health;
  return (
    <span className="flex flex-col gap-0.5">
      <StatusPip tone={tone} label={t(`states.${state}`)} />
      {finding === null ? null : <span className="text-ink-muted text-xs">{text(finding)}</span>}
      {advice === null || isAlarm(endpoint) ? null : (
        <span className="text-ink-muted text-xs">{text(advice)}</span>
      )}
      {metadata === null ? null : (
        <StatusPip
          tone={metadata.tone}
          label={t(metadata.tone === "warning" ? "metadataDiffers" : "metadataUnread")}
        />
      )}
    </span>
  );
}

/** When somebody last looked. */
export function EndpointAge({
  health: { ageMs, isStale, state },
}: {
  readonly health: EndpointHealth;
}): ReactNode {
  const t = useTranslations("endpoint");
  const texts = useTopologyTexts();
  if (state === "off") return "–";
  if (ageMs === null) return t("never");
  return <Steady text={texts.age(ageMs, isStale)} samples={texts.longestAges(isStale)} />;
}

/** How long the last sign-in took. */
export function EndpointLogin({ health: { loginMs } }: { readonly health: EndpointHealth }): ReactNode {
  const { duration } = useTopologyTexts();
  return loginMs === null ? "–" : duration(Math.max(1, Math.round(loginMs)));
}
