"use client";

import type { Check, CheckReport, CheckResult, TopologyHost } from "@primacy/contract";
import {
  Card,
  CheckMatrix,
  type CheckMatrixRow,
  type CheckResult as DrawnResult,
  StatusPip,
} from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText } from "../../client/use-locale";
import { useTopologyTexts } from "../topology/topology-texts";

const groupColumn = "group";

/** All checks of one question: a row each, a column for the group and one per member; details open in place. */
export function CheckReportView({
  report,
  hosts,
}: {
  readonly report: CheckReport;
  /** The cluster's hosts as the picture has them: columns stand in its order. */
  readonly hosts: readonly Pick<TopologyHost, "hostId" | "order">[];
}): ReactNode {
  const t = useTranslations("vip.wizard");
  const text = useMessageText();
  const columns = columnsOf(report.checks, hosts, t("clusterColumn"));
  const rows = new Map<string, CheckMatrixRow & { results: Record<string, DrawnResult> }>();
  for (const check of [...report.checks].sort((a, b) => severity[b.result] - severity[a.result])) {
    const row = rows.get(check.code) ?? { id: check.code, title: text(check.title), results: {} };
    row.results[check.hostId ?? groupColumn] = {
      state: check.result,
      stateLabel: t(`result.${check.result}`),
      evidence: text(check.evidence),
      ...(check.remedy === null ? {} : { remedy: text(check.remedy) }),
    };
    rows.set(check.code, row);
  }
  return (
    <div className="flex flex-col gap-4">
      <ReportSummary report={report} />
      <Card padding="none">
        <CheckMatrix
          caption={t("step.checks")}
          checkHeader={t("check")}
          columns={columns}
          rows={[...rows.values()]}
          detailLabels={{ evidence: t("evidence"), reason: t("why"), remedy: t("remedy") }}
        />
      </Card>
    </div>
  );
}

const severity: Readonly<Record<CheckResult, number>> = { fail: 3, warn: 2, skipped: 1, pass: 0 };

function columnsOf(
  checks: readonly Check[],
  known: readonly Pick<TopologyHost, "hostId" | "order">[],
  group: string,
): { id: string; label: string }[] {
  const orderOf = (id: string): number => known.find((host) => host.hostId === id)?.order ?? known.length;
  const hosts = new Map(
    checks.flatMap((check) =>
      check.hostId === null ? [] : [[check.hostId, check.hostName ?? check.hostId] as const],
    ),
  );
  const named = [...hosts]
    .map(([id, label]) => ({ id, label }))
    .sort((a, b) => orderOf(a.id) - orderOf(b.id));
  return checks.some((check) => check.hostId === null)
    ? [{ id: groupColumn, label: group }, ...named]
    : named;
}

/** How many checks failed or warn, in one line. */
export function ReportSummary({ report }: { readonly report: CheckReport }): ReactNode {
  const t = useTranslations("vip.wizard");
  const count = (result: CheckResult): number =>
    report.checks.filter((check) => check.result === result).length;
  const failed = count("fail");
  const warned = count("warn");
  return (
    <p className="flex flex-wrap gap-4 text-sm">
      {failed > 0 ? (
        <StatusPip tone="failed" label={t("failures", { count: failed })} />
      ) : (
        <StatusPip tone="ok" label={t("passed")} />
      )}
      {warned > 0 ? <StatusPip tone="warning" label={t("warnings", { count: warned })} /> : null}
    </p>
  );
}

/** How long writes would stop, by what might happen, each with its reason. */
export function Estimates({ report }: { readonly report: CheckReport }): ReactNode {
  const t = useTranslations("vip.wizard");
  const text = useMessageText();
  const { duration } = useTopologyTexts();
  if (report.estimates.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{t("estimates")}</h3>
      <dl className="flex flex-col gap-3 text-sm">
        {report.estimates.map((one) => (
          <div key={one.fault} className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
            <dt className="text-ink-muted">{t(`fault.${one.fault}`)}</dt>
            <dd className="font-medium tabular-nums">
              {t("range", { min: duration(one.minMs), max: duration(one.maxMs) })}
            </dd>
            <dd className="col-span-2 text-ink-muted text-xs">{one.because.map(text).join(" ")}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
