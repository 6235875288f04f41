"use client";

import { isFinished, type Operation } from "@primacy/contract";
import { BottomDrawer, Link, StatusPip } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useMessageText } from "../../client/use-locale";
import { OperationOutcome } from "./operation-outcome";
import { OperationSteps } from "./operation-steps";
import { useFollowedOperations } from "./use-followed-operations";

/**
 * Follows running operations that change something, wherever the reader is, and one that has just ended; nothing is drawn
 * while there is none.
 */
export function OperationDrawer(): ReactNode {
  const t = useTranslations("operation");
  const [isOpen, setOpen] = useState(false);
  const shown = useFollowedOperations(isOpen);
  const running = shown.filter((one) => !isFinished(one.state));
  const [last] = shown;
  if (last === undefined) return null;
  return (
    <BottomDrawer
      label={t("drawer")}
      open={isOpen}
      onOpenChange={setOpen}
      summary={running.length > 0 ? <Running running={running} /> : <Last operation={last} />}
    >
      <div className="flex flex-col gap-6">
        {shown.map((operation) => (
          <DrawerOperation key={operation.id} operation={operation} />
        ))}
        <Link href="/operations">{t("all")}</Link>
      </div>
    </BottomDrawer>
  );
}

function Running({ running }: { readonly running: readonly Operation[] }): ReactNode {
  const t = useTranslations("operation");
  const text = useMessageText();
  return (
    <>
      <StatusPip tone="busy" label={t("running", { count: running.length })} />
      <span className="truncate text-ink-muted">{running.map((one) => text(one.title)).join(" · ")}</span>
    </>
  );
}

function Last({ operation }: { readonly operation: Operation }): ReactNode {
  const t = useTranslations("operation");
  const text = useMessageText();
  return (
    <>
      <OperationOutcome operation={operation} />
      <span className="truncate text-ink-muted">{t("last", { title: text(operation.title) })}</span>
    </>
  );
}

function DrawerOperation({ operation }: { readonly operation: Operation }): ReactNode {
  const text = useMessageText();
  return (
    <section className="flex flex-col gap-2">
      <h2 className="flex items-center gap-3 text-sm">
        <Link href={`/operations/${operation.id}`} tone="quiet">
          {text(operation.title)}
        </Link>
        <OperationOutcome operation={operation} />
      </h2>
      <OperationSteps label={text(operation.title)} steps={operation.steps} />
    </section>
  );
}
