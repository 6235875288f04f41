"use client";

import type { Host } from "@primacy/contract";
import type { HostActionRecord } from "@primacy/contract/agent";
import { CodeBlock, Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Moment } from "../../client/moment";
import { useMessageText } from "../../client/use-locale";

/** What the host operator could not undo: to what it was done, why it stays, and how root undoes it by hand or lets it be. */
export function FailedUndos({ host }: { readonly host: Pick<Host, "name" | "operator"> }): ReactNode {
  const t = useTranslations("host.operator");
  const failed = host.operator?.failedUndos ?? [];
  if (failed.length === 0) return null;
  return (
    <div role="alert">
      <Notice tone="failed" title={t("failedTitle", { name: host.name, count: failed.length })}>
        <p>{t("failedText")}</p>
        <ul className="mt-3 flex flex-col gap-4">
          {failed.map((action) => (
            <FailedUndo key={action.actionId} hostName={host.name} action={action} />
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function FailedUndo({
  hostName,
  action,
}: {
  readonly hostName: string;
  readonly action: HostActionRecord;
}): ReactNode {
  const t = useTranslations("host.operator");
  const text = useMessageText();
  const { kind, target, reason, startedAt, byHand, settle } = action;
  return (
    <li className="flex flex-col gap-1 text-ink">
      <p className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
        <span className="font-medium">{t(`kind.${kind}`)}</span>
        <span className="font-mono text-xs">{target}</span>
        <span className="text-ink-muted">
          {t("since")} <Moment at={startedAt} />
        </span>
      </p>
      {reason === null ? null : <p className="[overflow-wrap:anywhere]">{text(reason)}</p>}
      <div className="mt-1 flex flex-col gap-2">
        {byHand.length === 0 ? null : (
          <CodeBlock language="shell" title={t("byHand", { name: hostName })} code={byHand.join("\n")} />
        )}
        <CodeBlock language="shell" title={t("settle", { name: hostName })} code={settle} />
      </div>
    </li>
  );
}
