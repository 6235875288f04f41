"use client";

import type { DrillLever, HeldDrillLever, RunningDrill } from "@primacy/contract";
import { formatDuration, Link, StatusPip, TONE_STYLES } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
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
  const lever = useApi("getDrillLever", undefined, { refreshMs }).data;
  return (
    <>
      <Announced lever={lever} />
      {lever === undefined || (lever.held === null && lever.running.length === 0) ? null : (
        <Strip lever={lever} />
      )}
    </>
  );
}

/** Said aloud: what begins, heals, ends and is held. It is there before it says anything, and the seconds that pass are left out. */
function Announced({ lever }: { readonly lever: DrillLever | undefined }): ReactNode {
  const t = useTranslations("drill.lever");
  const tell = useTold();
  const when = useMomentText();
  const [hasRun, setHasRun] = useState(false);
  const running = lever?.running ?? [];
  if (running.length > 0 && !hasRun) setHasRun(true);
  const told = [
    ...running.map((drill) => tell(drill, null)),
    ...(hasRun && lever?.running.length === 0 ? [t("over")] : []),
    ...(lever?.held == null ? [] : [t("held", { who: lever.held.by, when: when(lever.held.at) })]),
  ];
  return (
    <div role="status" className="sr-only">
      {[...new Set(told)].map((one) => (
        <p key={one}>{one}</p>
      ))}
    </div>
  );
}

function Strip({ lever }: { readonly lever: DrillLever }): ReactNode {
  const t = useTranslations("drill.lever");
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

/** Tells what a drill does, with how long ago its fault was made; null: without. */
function useTold(): (drill: RunningDrill, ageMs: number | null) => string {
  const t = useTranslations("drill.lever");
  const text = useMessageText();
  const locale = languageTag[useReaderLocale()];
  return ({ clusterName, faultAt, isHealing, ...drill }, ageMs) => {
    const cluster = clusterName ?? t("noCluster");
    if (isHealing) return t("heals", { cluster });
    if (drill.fault === null) return t("begins", { cluster });
    const fault = text(drill.fault);
    if (ageMs === null) return t(faultAt === null ? "ready" : "began", { cluster, fault });
    return t("runs", { cluster, fault, age: formatDuration(Math.floor(ageMs / 1_000) * 1_000, locale) });
  };
}

/** What one does, with the seconds that pass. */
function Running({ drill }: { readonly drill: RunningDrill }): ReactNode {
  const t = useTranslations("drill.lever");
  const tell = useTold();
  const { id, clusterId, faultAt, isHealing } = drill;
  const nowMs = useNow(faultAt !== null && !isHealing);
  const ageMs = nowMs === null || faultAt === null ? null : Math.max(0, nowMs - Date.parse(faultAt));
  return (
    <p className="flex flex-wrap items-center gap-x-3 [overflow-wrap:anywhere]">
      <StatusPip tone="busy" label={tell(drill, ageMs)} asWritten />
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
