"use client";

import type { Check, CheckFix, CheckReport, CheckResult, TopologyHost } from "@primacy/contract";
import {
  Button,
  Card,
  CheckMatrix,
  type CheckMatrixRow,
  type CheckResult as DrawnResult,
  StatusPip,
} from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useMessageText } from "../../client/use-locale";

const groupColumn = "group";

/**
 * All checks of one question: a row each, a column for the group and one per member; details open in place. Where many
 * passed, those stand behind a button.
 */
export function CheckReportView({
  report,
  hosts,
  fixOf,
  uploadOf,
}: {
  readonly report: CheckReport;
  /** The cluster's hosts as the picture has them: columns stand in its order. */
  readonly hosts: readonly Pick<TopologyHost, "hostId" | "order">[];
  /** The button of a fix; null where it cannot be offered here. */
  readonly fixOf?: (fix: CheckFix) => ReactNode;
  /** What a reader can bring to mend a finding; null where that is nothing. */
  readonly uploadOf?: (check: Check) => ReactNode;
}): ReactNode {
  const t = useTranslations("vip.wizard");
  const text = useMessageText();
  const [isWhole, setWhole] = useState(false);
  const columns = columnsOf(report.checks, hosts, t("clusterColumn"));
  const rows = new Map<string, CheckMatrixRow & { results: Record<string, DrawnResult> }>();
  for (const check of [...report.checks].sort((a, b) => severity[b.result] - severity[a.result])) {
    // A check that is made of several things beside the members has a title for each.
    const title = text(check.title);
    const id = `${check.code} ${title}`;
    const row = rows.get(id) ?? { id, title, results: {} };
    const place = check.hostId ?? groupColumn;
    const evidence = text(check.evidence);
    const before = row.results[place];
    // The most severe finding comes first, and stays.
    row.results[place] =
      before === undefined
        ? {
            state: check.result,
            stateLabel: t(`result.${check.result}`),
            evidence,
            ...(check.remedy === null ? {} : { remedy: text(check.remedy) }),
            ...actionOf(check, fixOf, uploadOf),
          }
        : { ...before, evidence: `${before.evidence} ${evidence}` };
    rows.set(id, row);
  }
  const all = [...rows.values()];
  const notable = all.filter((row) => Object.values(row.results).some(({ state }) => state !== "pass"));
  const passedCount = all.length - notable.length;
  const isFolded = passedCount > foldAbove && !isWhole;
  const shown = isFolded ? notable : all;
  return (
    <div className="flex flex-col gap-4">
      <ReportSummary report={report} />
      {shown.length === 0 ? null : (
        <Card padding="none">
          <CheckMatrix
            caption={t("step.checks")}
            checkHeader={t("check")}
            columns={columns}
            rows={shown}
            detailLabels={{ evidence: t("evidence"), reason: t("why"), remedy: t("remedy") }}
          />
        </Card>
      )}
      {passedCount > foldAbove ? (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {t(isWhole ? "foldPassed" : "showPassed", { count: passedCount })}
        </Button>
      ) : null}
    </div>
  );
}

/** More passed checks than these stand behind a button: what needs a decision stays in sight. */
const foldAbove = 12;

function actionOf(
  check: Check,
  fixOf: ((fix: CheckFix) => ReactNode) | undefined,
  uploadOf: ((check: Check) => ReactNode) | undefined,
): { readonly action?: ReactNode } {
  const button = check.fix === null ? null : fixOf?.(check.fix);
  const action = button ?? uploadOf?.(check) ?? null;
  return action === null ? {} : { action };
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
