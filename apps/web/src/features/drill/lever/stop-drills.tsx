"use client";

import { longestLeverReason } from "@primacy/contract";
import { Button, ConfirmDialog, Field, Input } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useApiChange } from "../../../client/use-api";
import { useMay } from "../../../frame/principal-context";

/** Stops every drill and forbids new ones, for those who may. */
export function StopDrills({
  runningCount,
  size = "sm",
}: {
  readonly runningCount: number;
  readonly size?: "sm" | "md";
}): ReactNode {
  const t = useTranslations("drill.lever");
  const common = useTranslations("common");
  const mayStop = useMay("operator");
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState("");
  const change = useApiChange("setDrillLever", {
    invalidates: ["getDrillLever", "listOperations"],
    onSuccess: () => {
      setAsked(false);
      setReason("");
    },
  });
  if (!mayStop) return null;
  return (
    <>
      <Button size={size} variant={runningCount > 0 ? "danger" : "ghost"} onClick={() => setAsked(true)}>
        {t("stop")}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t("stopTitle")}
        consequence={{ title: t("stopText"), detail: t("stopRunning", { count: runningCount }) }}
        plan={
          <Field label={t("why")} hint={t("whyHint")}>
            <Input
              value={reason}
              maxLength={longestLeverReason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        }
        confirmLabel={t("stop")}
        cancelLabel={common("cancel")}
        variant="danger"
        pending={change.isPending}
        onConfirm={() => change.mutate({ body: { isHeld: true, reason } })}
      />
    </>
  );
}
