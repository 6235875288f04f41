"use client";

import { type DowntimeEstimate, type DrillEndpoint, withPort } from "@primacy/contract";
import { describeSpan } from "@primacy/core/check";
import { Card } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText } from "../../../client/use-locale";

/** For how long writes would stop: the range, its parts, and what else clients notice. */
export function PredictedOutage({
  estimate: { parts, because, ...whole },
  endpoint = null,
}: {
  readonly estimate: Pick<DowntimeEstimate, "minMs" | "maxMs" | "parts" | "because">;
  /** The proxy through which; null: through a VIP. */
  readonly endpoint?: DrillEndpoint | null;
}): ReactNode {
  const t = useTranslations("drill.form");
  const text = useMessageText();
  // The parts come first as sentences of their own.
  const notes = because.slice(parts.length);
  return (
    <Card
      title={
        endpoint === null
          ? t("predicted")
          : t("predictedThrough", { endpoint: withPort(endpoint.address, endpoint.port) })
      }
      description={t(endpoint === null ? "predictedText" : "predictedThroughText")}
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
