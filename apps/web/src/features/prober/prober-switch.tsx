"use client";

import { type ProberLane, withPort } from "@primacy/contract";
import { ConfirmDialog, Switch } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useApiChange } from "../../client/use-api";

/** Switches a prober: on only once somebody has read what that does each second. */
export function ProberSwitch({
  clusterId,
  row: { address, port, lane },
  isOn,
}: {
  readonly clusterId: string;
  readonly row: { readonly address: string; readonly port: number; readonly lane: ProberLane };
  readonly isOn: boolean;
}): ReactNode {
  const t = useTranslations("prober");
  const common = useTranslations("common");
  const [isAsked, setAsked] = useState(false);
  const change = useApiChange("switchProber", {
    invalidates: ["listProbers"],
    onSuccess: () => setAsked(false),
  });
  const order = (next: boolean): void =>
    change.mutate({ params: { id: clusterId }, body: { address, port, isOn: next } });
  const endpoint = withPort(address, port);
  return (
    <>
      <Switch
        label={<span className="sr-only">{`${t("on")} ${endpoint}`}</span>}
        checked={isOn}
        disabled={change.isPending}
        onCheckedChange={(next) => (next ? setAsked(true) : order(false))}
      />
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t(`confirmTitle.${lane}`, { endpoint })}
        consequence={{ title: t(`confirmText.${lane}`) }}
        confirmLabel={t("confirm")}
        cancelLabel={common("cancel")}
        variant="primary"
        pending={change.isPending}
        onConfirm={() => order(true)}
      />
    </>
  );
}
