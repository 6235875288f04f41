"use client";

import {
  type BenchmarkDetail,
  type RunCounters,
  type StatementDigest,
  StatusCounter,
} from "@primacy/contract";
import { rateOf } from "@primacy/core/benchmark";
import { formatCount, formatDuration, KeyValueList, Sheet } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../../client/loaded";
import { useApi } from "../../../client/use-api";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { formatCounter } from "../counter-format";
import { VariableName } from "../variable-name";
import { ForeignWork } from "./foreign-work";
import { RunLatency } from "./run-latency";
import { usePagePlace } from "./use-page-place";

/** The side panel of a run: its latency, and what the servers counted during it. The address says of which. */
export function RunCountersPanel({ benchmark }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("benchmark.counters");
  const { counted, choose } = usePagePlace();
  const run = benchmark.runs.find(({ id }) => id === counted);
  const names = new Map(benchmark.system?.servers.map(({ memberId, name }) => [memberId, name]));
  return (
    <Sheet
      open={run !== undefined}
      onOpenChange={(open) => {
        if (!open) choose({ counters: null });
      }}
      title={
        run === undefined
          ? ""
          : t("title", {
              run: run.ordinal + 1,
              arm: benchmark.arms[run.arm]?.name ?? run.arm + 1,
              threads: run.threads,
            })
      }
    >
      {run === undefined ? null : (
        <div className="flex flex-col gap-5">
          {run.figures === null ? null : <RunLatency latency={run.figures.latency} />}
          <AskedCounters id={benchmark.id} runId={run.id} rate={rateOf(benchmark.workload)} names={names} />
        </div>
      )}
    </Sheet>
  );
}

type Rate = ReturnType<typeof rateOf>;
type Names = ReadonlyMap<string, string>;

interface AskedCountersProps {
  readonly id: string;
  readonly runId: string;
  readonly rate: Rate;
  readonly names: Names;
}

function AskedCounters({ id, runId, rate, names }: AskedCountersProps): ReactNode {
  const t = useTranslations("benchmark.counters");
  const asked = useApi("getBenchmarkCounters", { params: { id }, query: { run: runId } });
  return (
    <Loaded query={asked}>
      {({ counters }) =>
        counters === null ? (
          <p className="text-ink-muted text-sm">{t("none")}</p>
        ) : (
          <Counted counters={counters} rate={rate} names={names} />
        )
      }
    </Loaded>
  );
}

interface CountedProps {
  readonly counters: RunCounters;
  readonly rate: Rate;
  readonly names: Names;
}

function Counted({ counters, rate, names }: CountedProps): ReactNode {
  const t = useTranslations("benchmark.counters");
  const locale = languageTag[useReaderLocale()];
  const transactions = formatCount(counters.transactions, locale);
  return (
    <div className="flex flex-col gap-5">
      <p className="text-ink-muted text-xs">
        {counters.transactions === 0 ? t("textUnknown", { rate }) : t("text", { transactions, rate })}
      </p>
      <ForeignWork work={counters.work} names={names} />
      <Statements statements={counters.statements} />
      <Status counters={counters} rate={rate} />
    </div>
  );
}

function Statements({ statements }: Pick<RunCounters, "statements">): ReactNode {
  const t = useTranslations("benchmark.counters");
  const locale = languageTag[useReaderLocale()];
  const lasts = (ms: number): string => formatDuration(ms, locale);
  const tell = ({ count, totalMs }: StatementDigest): string =>
    t("statement", {
      count: formatCount(count, locale),
      time: lasts(totalMs),
      mean: lasts(totalMs / Math.max(1, count)),
    });
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-ink text-sm">{t("statements")}</h3>
      <p className="text-ink-muted text-xs">
        {t(statements === null ? "statementsUnknown" : "statementsText")}
      </p>
      {statements === null ? null : (
        <ol className="flex flex-col divide-y divide-line">
          {statements.top.map((one) => (
            <li key={one.text} className="flex flex-col gap-0.5 py-2">
              <code className="font-mono text-xs leading-5 [overflow-wrap:anywhere]">{one.text}</code>
              <span className="text-ink-muted text-xs tabular-nums">
                {tell(one)}
                {one.errors === 0 ? "" : ` · ${t("errors", { count: formatCount(one.errors, locale) })}`}
              </span>
            </li>
          ))}
        </ol>
      )}
      {statements?.top.length === 0 ? <p className="text-sm">{t("statementsNone")}</p> : null}
      {statements === null || statements.others.count === 0 ? null : (
        <p className="text-ink-muted text-xs tabular-nums">
          {t("others", {
            count: formatCount(statements.others.count, locale),
            time: lasts(statements.others.totalMs),
          })}
        </p>
      )}
    </section>
  );
}

function Status({ counters: { status, transactions }, rate }: Omit<CountedProps, "names">): ReactNode {
  const t = useTranslations("benchmark.counters");
  const locale = languageTag[useReaderLocale()];
  const { primary, secondaries } = status;
  const items = StatusCounter.options.flatMap((name) => {
    const own = primary?.[name];
    const others = secondaries?.[name];
    if (own === undefined) return [];
    return [
      {
        key: name,
        label: <VariableName name={name} />,
        value: (
          <span className="flex flex-col tabular-nums">
            <span>{formatCounter(name, own, locale)}</span>
            {transactions === 0 || own === 0 ? null : (
              <span className="text-ink-muted text-xs">
                {t("perTransaction", { value: formatCounter(name, own / transactions, locale), rate })}
              </span>
            )}
            {others === undefined ? null : (
              <span className="text-ink-muted text-xs">
                {t("onSecondaries", { value: formatCounter(name, others, locale) })}
              </span>
            )}
          </span>
        ),
      },
    ];
  });
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-ink text-sm">{t("status")}</h3>
      {primary === null ? <p className="text-ink-muted text-xs">{t("statusUnknown")}</p> : null}
      {primary !== null && secondaries === null ? (
        <p className="text-ink-muted text-xs">{t("secondariesUnknown")}</p>
      ) : null}
      <KeyValueList items={items} />
    </section>
  );
}
