"use client";

import { ButtonLink, Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMomentText } from "../../client/moment";
import { useApi } from "../../client/use-api";
import { useHydrated } from "../../client/use-hydrated";
import { useMessageText } from "../../client/use-locale";
import { latestOnly } from "./incident-queries";
import { standingOf } from "./incident-tone";

const refreshMs = 5_000;
const shownForMs = 86_400_000;

/** One line of the newest incident, while it lasts and for a day after its end; nothing otherwise, also while nobody knows. */
export function LatestIncident({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("incident");
  const text = useMessageText();
  const moment = useMomentText();
  const isHydrated = useHydrated();
  const query = { params: { id: clusterId }, query: latestOnly };
  const latest = useApi("listIncidents", query, { refreshMs }).data?.items[0];
  if (latest === undefined || !isHydrated) return null;
  const { id, endedAt, startedAt, line } = latest;
  if (endedAt !== null && Date.now() - Date.parse(endedAt) > shownForMs) return null;
  return (
    <Notice
      tone={standingOf(latest).tone}
      title={`${t("latest")}, ${moment(startedAt)}`}
      actions={
        <ButtonLink size="sm" href={`/clusters/${clusterId}/incidents/${id}`}>
          {t("details")}
        </ButtonLink>
      }
    >
      {text(line)}
    </Notice>
  );
}
