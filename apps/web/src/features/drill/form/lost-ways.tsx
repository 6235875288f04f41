"use client";

import type { ClusterEndpoint } from "@primacy/contract";
import { Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useListMarks } from "../../../i18n/list-marks";
import { type DrillDraft, listLostWays, placeOfKey } from "./drill-draft";

/** Names the chosen endpoints that are offered no more, of both kinds: they are neither counted nor watched. */
export function LostWays({
  ways,
  reads,
  draft,
}: {
  readonly ways: readonly ClusterEndpoint[];
  /** Those that are only read through. */
  readonly reads: readonly ClusterEndpoint[];
  readonly draft: Pick<DrillDraft, "endpoints" | "readEndpoints">;
}): ReactNode {
  const t = useTranslations("drill.form");
  const marks = useListMarks();
  const list = (keys: readonly string[]): string => keys.map(placeOfKey).join(marks.name);
  const lost = listLostWays(draft.endpoints, ways);
  const lostReads = listLostWays(draft.readEndpoints, reads);
  return (
    <div role="status">
      {lost.length === 0 ? null : (
        <Notice tone="warning" className="mb-3" title={t("way.moved", { places: list(lost) })} />
      )}
      {lostReads.length === 0 ? null : (
        <Notice tone="warning" className="mb-3" title={t("reads.moved", { places: list(lostReads) })} />
      )}
    </div>
  );
}
