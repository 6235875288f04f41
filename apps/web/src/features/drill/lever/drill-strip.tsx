"use client";

import type { HeldDrillLever, RunningDrill } from "@primacy/contract";
import { formatDuration, Link, StatusPip, TONE_STYLES } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMomentText } from "../../../client/moment";
import { useApi } from "../../../client/use-api";
import { useMessageText, useReaderLocale } from "../../../client/use-locale";
import { useNow } from "../../../client/use-now";
import { useMay } from "../../../frame/principal-context";
import { languageTag } from "../../../i18n/locale";
import { ReleaseDrills } from "./release-drills";
import { StopDrills } from "./stop-drills";

/** The stream tells each change at once; this is for a stream that is lost. */
const refreshMs = 15_000;

/** On every page while a drill runs or all are stopped: what was done where, how long ago, and the lever. Else nothing. */
export function DrillStrip(): ReactNode {
  const t = useTranslations("drill.lever");
  const lever = useApi("getDrillLever", undefined, { refreshMs }).data;
  if (lever === undefined || (lever.held === null && lever.running.length === 0)) return null;
  const tone = lever.running.length > 0 ? "busy" : "warning";
  return (
    <section
      aria-label={t("label")}
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-1.5 text-sm lg:px-8 ${TONE_STYLES[tone].softBackground} ${TONE_STYLES[tone].border}`}
    >
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5">
        {lever.running.map((drill) => (
          <Running key={drill.id} drill={drill} />
        ))}
        {lever.held === null ? null : <Held held={lever.held} />}
      </div>
      {lever.held === null ? <StopDrills runningCount={lever.running.length} /> : <Release />}
    </section>
  );
}

/** What one does. Its state is announced; the seconds that pass are not. */
function Running({ drill }: { readonly drill: RunningDrill }): ReactNode {
  const t = useTranslations("drill.lever");
  const text = useMessageText();
  const locale = languageTag[useReaderLocale()];
  const { id, clusterId, clusterName, faultAt, isHealing } = drill;
  const nowMs = useNow(faultAt !== null && !isHealing);
  const cluster = clusterName ?? t("noCluster");
  const fault = drill.fault === null ? null : text(drill.fault);
  const ageMs = nowMs === null || faultAt === null ? null : Math.max(0, nowMs - Date.parse(faultAt));
  const said = isHealing
    ? t("heals", { cluster })
    : fault === null
      ? t("begins", { cluster })
      : ageMs === null
        ? t(faultAt === null ? "ready" : "began", { cluster, fault })
        : t("runs", { cluster, fault, age: formatDuration(Math.floor(ageMs / 1_000) * 1_000, locale) });
  return (
    <p className="flex flex-wrap items-center gap-x-3 [overflow-wrap:anywhere]">
      <StatusPip tone="busy" label={said} asWritten />
      {clusterId === null ? null : (
        <Link href={`/clusters/${clusterId}/drills/${id}`} className="text-xs">
          {t("open")}
        </Link>
      )}
    </p>
  );
}

function Held({ held: { by, at, reason } }: { readonly held: HeldDrillLever }): ReactNode {
  const t = useTranslations("drill.lever");
  const when = useMomentText();
  return (
    <p className="flex flex-wrap items-center gap-x-3 [overflow-wrap:anywhere]">
      <StatusPip tone="warning" label={t("held", { who: by, when: when(at) })} asWritten />
      {reason === null ? null : <span className="text-ink-muted">{t("reason", { reason })}</span>}
    </p>
  );
}

function Release(): ReactNode {
  const t = useTranslations("drill.lever");
  return useMay("admin") ? <ReleaseDrills /> : <span className="text-ink-muted text-xs">{t("who")}</span>;
}
