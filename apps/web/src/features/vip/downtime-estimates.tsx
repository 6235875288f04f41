"use client";

import type { CheckFix, CheckReport, DowntimeEstimate } from "@primacy/contract";
import { type DowntimeSpan, describeSpan } from "@primacy/core/check";
import { Card } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { joinSentences } from "../../client/sentences";
import { useMessageText } from "../../client/use-locale";

/** How long writes would stop, by what might happen; each with its reason unless it is to be brief. */
export function Estimates({
  report,
  isBrief = false,
}: {
  readonly report: CheckReport;
  readonly isBrief?: boolean;
}): ReactNode {
  const t = useTranslations("vip.wizard");
  const text = useMessageText();
  const range = useRange();
  if (report.estimates.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{t("estimates")}</h3>
      <dl className="flex flex-col gap-3 text-sm">
        {report.estimates.map((one) => (
          <div key={keyOf(one)} className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
            <dt className="text-ink-muted">
              {t(`fault.${one.fault}`)}
              {one.path === "vip" ? null : <span className="block text-xs">{t(`path.${one.path}`)}</span>}
            </dt>
            <dd className="font-medium tabular-nums">{range(one)}</dd>
            {isBrief ? null : (
              <dd className="col-span-2 text-ink-muted text-xs">{joinSentences(one.because.map(text))}</dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The prediction in full: for each fault its range, the parts that make it, and the variable that would change it. */
export function DowntimeTable({
  report,
  fixOf,
}: {
  readonly report: CheckReport;
  /** The button of a fix; null where it cannot be offered here. */
  readonly fixOf?: (fix: CheckFix) => ReactNode;
}): ReactNode {
  const t = useTranslations("vip.wizard");
  if (report.estimates.length === 0) return null;
  // The same variable decides several of them: its button stands with the first.
  const firstOf = (fix: CheckFix): DowntimeEstimate | undefined =>
    report.estimates.find((one) => one.advice.some((advice) => advice.fix === fix));
  return (
    <Card title={t("downtime.title")} description={t("downtime.text")} padding="none">
      <ul className="divide-y divide-line">
        {report.estimates.map((one) => (
          <Estimate
            key={keyOf(one)}
            estimate={one}
            fixOf={(fix) => (firstOf(fix) === one ? fixOf?.(fix) : null)}
          />
        ))}
      </ul>
    </Card>
  );
}

function Estimate({
  estimate,
  fixOf,
}: {
  readonly estimate: DowntimeEstimate;
  readonly fixOf: (fix: CheckFix) => ReactNode;
}): ReactNode {
  const t = useTranslations("vip.wizard");
  const text = useMessageText();
  const range = useRange();
  const { parts, because, advice } = estimate;
  const notes = because.slice(parts.length);
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 text-sm sm:grid-cols-[9.5rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-0.5">
        <h3 className="text-ink-muted">{t(`fault.${estimate.fault}`)}</h3>
        <p className="font-medium tabular-nums">{range(estimate)}</p>
        {estimate.path === "vip" ? null : (
          <p className="text-ink-muted text-xs">{t(`path.${estimate.path}`)}</p>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-2 text-xs">
        <dl aria-label={t("madeOf")} className="flex flex-col gap-1">
          {parts.map((part) => (
            <div key={part.text.code} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
              <dt className="text-ink-muted [overflow-wrap:anywhere]">{text(part.text)}</dt>
              <dd className="text-end tabular-nums">{range(part)}</dd>
            </div>
          ))}
        </dl>
        {notes.map((note) => (
          <p key={note.code} className="text-ink-muted [overflow-wrap:anywhere]">
            {text(note)}
          </p>
        ))}
        {advice.map((one) => (
          <div key={one.variable} className="flex flex-col items-start gap-2">
            <p className="[overflow-wrap:anywhere]">
              <span className="font-medium">{t("changing")} </span>
              {text(one.text)}
            </p>
            {one.fix === null ? null : fixOf(one.fix)}
          </div>
        ))}
      </div>
    </li>
  );
}

function keyOf({ fault, path }: DowntimeEstimate): string {
  return `${fault} ${path}`;
}

/** The words of a predicted length: those that plans and reports have it in. */
function useRange(): (span: DowntimeSpan) => string {
  const text = useMessageText();
  return (span) => text(describeSpan(span));
}
