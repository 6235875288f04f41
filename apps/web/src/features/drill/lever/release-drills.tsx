"use client";

import { Button, ConfirmDialog } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useApiChange } from "../../../client/use-api";

/** Allows drills again. */
export function ReleaseDrills(): ReactNode {
  const t = useTranslations("drill.lever");
  const common = useTranslations("common");
  const [isAsked, setAsked] = useState(false);
  const change = useApiChange("setDrillLever", {
    invalidates: ["getDrillLever"],
    onSuccess: () => setAsked(false),
  });
  return (
    <>
      <Button size="sm" onClick={() => setAsked(true)}>
        {t("release")}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t("releaseTitle")}
        consequence={{ title: t("releaseText") }}
        confirmLabel={t("release")}
        cancelLabel={common("cancel")}
        variant="primary"
        pending={change.isPending}
        onConfirm={() => change.mutate({ body: { isHeld: false, reason: null } })}
      />
    </>
  );
}
