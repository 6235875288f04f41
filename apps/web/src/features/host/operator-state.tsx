"use client";

import type { Host } from "@primacy/contract";
import { Badge, StatusPip, type Tone } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

type Operator = NonNullable<Host["operator"]>;

const stateTone: Readonly<Record<Operator["state"], Tone>> = {
  off: "unknown",
  running: "ok",
  silent: "failed",
};

/** Whether the host operator is switched on and answers, and how many of its actions are in force. */
export function OperatorState({ host }: { readonly host: Pick<Host, "operator" | "agentState"> }): ReactNode {
  const t = useTranslations("host.operator");
  const { operator, agentState } = host;
  if (operator === null) return t("unknown");
  // What an agent said that is silent now is old, whatever it was.
  const isOld = agentState !== "answering";
  const { state, openActions } = operator;
  const label = t(`state.${state}`);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {state === "off" && !isOld ? (
        label
      ) : (
        <StatusPip tone={isOld ? "unknown" : stateTone[state]} label={label} />
      )}
      {openActions === 0 ? null : <span>{t("inForce", { count: openActions })}</span>}
      {isOld ? <span className="text-ink-muted">{t("lastKnown")}</span> : null}
    </span>
  );
}

/** A mark in a list: where the host operator is on, and in which of its states it needs a person; nothing where it is off. */
export function OperatorMark({ operator }: Pick<Host, "operator">): ReactNode {
  const t = useTranslations("host.operator");
  if (operator === null) return null;
  if (operator.failedUndos.length > 0) return <Badge tone="failed">{t("mark.failed")}</Badge>;
  if (operator.state === "silent") return <Badge tone="failed">{t("mark.silent")}</Badge>;
  return operator.state === "running" ? <Badge>{t("mark.running")}</Badge> : null;
}
