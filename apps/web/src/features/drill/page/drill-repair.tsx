"use client";

import type { DrillDetail, Message, Operation } from "@primacy/contract";
import { Link, Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText } from "../../../client/use-locale";

/** What to do where a drill left its cluster other than it was: why, on which host, and how it is seen to be well again. */
export function DrillRepair({
  drill,
  clusterId,
  operation,
}: {
  readonly drill: DrillDetail;
  readonly clusterId: string;
  readonly operation: Operation | undefined;
}): ReactNode {
  const t = useTranslations("drill.repair");
  const text = useMessageText();
  const reason = findReason(operation);
  const hostId = operation?.steps.find(({ code }) => code === "drill.heal")?.hostId ?? null;
  const { proxy, target } = drill;
  return (
    <div role="alert">
      <Notice tone="failed" title={t("title")}>
        {reason === null ? null : <p className="[overflow-wrap:anywhere]">{text(reason)}</p>}
        <ol className="mt-2 flex list-decimal flex-col gap-1 ps-4">
          {hostId === null ? null : (
            <li>
              {t("host")} <Link href={`/hosts/${hostId}`}>{proxy?.host ?? target.name}</Link>
            </li>
          )}
          <li>
            {t("members")} <Link href={`/clusters/${clusterId}`}>{t("topology")}</Link>
          </li>
          <li>{t("check")}</li>
        </ol>
      </Notice>
    </div>
  );
}

/** Why the heal failed; else why the fault could not be taken back. */
function findReason(operation: Operation | undefined): Message | null {
  const failed = operation?.steps.filter(({ state }) => state === "failed") ?? [];
  const of = (wanted: string): Message | null | undefined =>
    failed.find(({ code }) => code === wanted)?.detail;
  return of("drill.heal") ?? of("drill.fault") ?? null;
}
