"use client";

import { type CheckCount, countChecks, type Operation } from "@primacy/contract";
import { StatusPip, type Tone } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { operationTone } from "./operation-tone";

/** How an operation stands: its state, or what its checks found, for a check that could look has succeeded at that alone. */
export function OperationOutcome({
  operation,
}: {
  readonly operation: Pick<Operation, "kind" | "state" | "result">;
}): ReactNode {
  const t = useTranslations("operation");
  const count = countChecks(operation);
  if (count === null)
    return <StatusPip tone={operationTone[operation.state]} label={t(`state.${operation.state}`)} />;
  const { failed, warned } = count;
  return <StatusPip tone={toneOf(count)} label={t(`checked.${wordOf(count)}`, { failed, warned })} />;
}

function toneOf({ failed, warned }: CheckCount): Tone {
  if (failed > 0) return "failed";
  return warned > 0 ? "warning" : "ok";
}

function wordOf({ failed, warned }: CheckCount): "failed" | "failedWarned" | "warned" | "passed" {
  if (failed > 0) return warned > 0 ? "failedWarned" : "failed";
  return warned > 0 ? "warned" : "passed";
}
