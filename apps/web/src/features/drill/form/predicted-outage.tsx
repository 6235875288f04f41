"use client";

import type { DowntimeEstimate } from "@primacy/contract";
import { describeSpan } from "@primacy/core/check";
import { Card } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText } from "../../../client/use-locale";

/** For how long writes would stop: the range, its parts, and what else clients notice. */
export function PredictedOutage({
  estimate: { parts, because, ...whole },
}: {
  readonly estimate: Pick<DowntimeEstimate, "minMs" | "maxMs" | "parts" | "because">;
}): ReactNode {
  const t = useTranslations("drill.form");
  const text = useMessageText();
  // The parts come first as sentences of their own.
  const notes = because.slice(parts.length);
  return (
    <Card
      title={t("predicted")}
      description={t("predictedText")}
      actions={<p className="whitespace-nowrap font-semibold tabular-nums">{text(describeSpan(whole))}</p>}
    >
      <div className="flex flex-col gap-3 text-sm">
        <dl aria-label={t("parts")} className="flex flex-col gap-1.5">
          {parts.map((part) => (
            <div key={part.text.code} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
              <dt className="text-ink-muted [overflow-wrap:anywhere]">{text(part.text)}</dt>
              <dd className="text-end tabular-nums">{text(describeSpan(part))}</dd>
            </div>
          ))}
        </dl>
        {notes.map((note) => (
          <p key={note.code} className="text-ink-muted text-xs [overflow-wrap:anywhere]">
            {text(note)}
          </p>
        ))}
      </div>
    </Card>
  );
}
