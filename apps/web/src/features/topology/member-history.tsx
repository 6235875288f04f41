"use client";

import type { SampleHistory } from "@primacy/contract";
import { formatDuration, formatInstant, KeyValueList, SkeletonLines } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { Late, LateScript } from "../../client/late";
import { Loaded } from "../../client/loaded";
import { useApi } from "../../client/use-api";
import { useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";
import { type Looked, type Peak, toMemberHistory } from "./member-history-model";

const stepSeconds = 60;

/** The drawing library is heavy, and most visits open no panel. */
const charts = new LateScript(() => import("./member-history-charts"));

/**
 * How a member was in the last hour, by the minute. It is loaded when it is opened and once a minute while it stays
 * open; the picture around it changes more often, and draws nothing of this anew.
 */
export const MemberHistory = memo(function MemberHistory(props: {
  readonly clusterId: string;
  readonly memberId: string;
  readonly name: string;
}): ReactNode {
  const { clusterId, memberId } = props;
  const t = useTranslations("topology.past");
  const query = useApi(
    "listSamples",
    { params: { id: clusterId }, query: { member: memberId, step: stepSeconds } },
    { refreshMs: stepSeconds * 1_000 },
  );
  return (
    <section className="flex flex-col gap-2" aria-label={t("title")}>
      <h3 className="font-medium text-sm">{t("title")}</h3>
      <Loaded query={query}>{(history) => <Past {...props} history={history} />}</Loaded>
    </section>
  );
});

function Past({
  memberId,
  name,
  history,
}: {
  readonly memberId: string;
  readonly name: string;
  readonly history: SampleHistory;
}): ReactNode {
  const t = useTranslations("topology.past");
  const common = useTranslations("common");
  const locale = languageTag[useReaderLocale()];
  const model = toMemberHistory(history, memberId);
  if (model === null) return <p className="text-ink-muted text-sm">{t("empty")}</p>;
  const timeOf = (atMs: number): string =>
    formatInstant(atMs, { locale, nowMs: Date.parse(history.to), precision: "minute" }).text;
  const transactions = (count: number): string => t("transactions", { count });
  const peakOf = (peak: Peak | null, format: (value: number) => string): string => {
    if (peak === null) return t("unknown");
    const value = format(peak.value);
    return peak.value === 0 ? value : t("peak", { value, time: timeOf(peak.atMs) });
  };
  return (
    <>
      {model.looked === null ? null : <Looks looked={model.looked} />}
      <KeyValueList
        items={[
          { key: "lag", label: t("mostLag"), value: peakOf(model.lag, (ms) => formatDuration(ms, locale)) },
          { key: "apply", label: t("mostToApply"), value: peakOf(model.apply, transactions) },
          { key: "certify", label: t("mostToCertify"), value: peakOf(model.certify, transactions) },
        ]}
      />
      <Late script={charts} fallback={<SkeletonLines label={common("loading")} />}>
        {({ MemberHistoryCharts }) => <MemberHistoryCharts model={model} name={name} />}
      </Late>
    </>
  );
}

/** A look each second, give or take what frames and samples are off. */
const aSecondMs = [800, 1_250] as const;

/** How closely it was looked at: a value between two looks nobody saw. */
function Looks({ looked: { count, everyMs, unseenMs } }: { readonly looked: Looked }): ReactNode {
  const t = useTranslations("topology.past");
  const locale = languageTag[useReaderLocale()];
  const [leastMs, mostMs] = aSecondMs;
  const isEachSecond = everyMs >= leastMs && everyMs <= mostMs;
  return (
    <p className="text-ink-muted text-xs">
      {isEachSecond
        ? t("lookedEachSecond", { count })
        : t("lookedEvery", { count, every: formatDuration(everyMs, locale) })}
      {unseenMs === 0 ? null : ` ${t("unseen", { time: formatDuration(unseenMs, locale) })}`}
    </p>
  );
}
