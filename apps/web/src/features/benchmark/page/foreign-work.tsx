"use client";

import { foreignLimit, type RunCounters } from "@primacy/contract";
import { formatCount, formatDuration } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";

/** What others ran on the servers during a run, beside what the benchmark did. `names` has the names of members by their ids. */
export function ForeignWork({
  work,
  names,
}: Pick<RunCounters, "work"> & { readonly names: ReadonlyMap<string, string> }): ReactNode {
  const t = useTranslations("benchmark.counters");
  const locale = languageTag[useReaderLocale()];
  const tell = ({ count, totalMs }: { readonly count: number; readonly totalMs: number }) => ({
    count: formatCount(count, locale),
    time: formatDuration(totalMs, locale),
  });
  const about =
    work === null
      ? t("foreignUnknown")
      : t("foreignText", { ...tell(work.own), limit: foreignLimit.share * 100 });
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-ink text-sm">{t("foreign")}</h3>
      <p className="text-ink-muted text-xs">{about}</p>
      {work === null || work.foreign.length > 0 ? null : <p className="text-sm">{t("foreignNone")}</p>}
      <ul className="flex flex-col gap-1">
        {work?.foreign.map(({ memberId, user, ...one }) => (
          <li key={memberId} className="text-sm tabular-nums [overflow-wrap:anywhere]">
            {t("foreignOn", { member: names.get(memberId) ?? memberId, user, ...tell(one) })}
          </li>
        ))}
      </ul>
    </section>
  );
}
