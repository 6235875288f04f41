"use client";

import type { Host } from "@primacy/contract";
import { Button, ConfirmDialog, DropdownMenu, type MenuItem, showToast } from "@primacy/ui";
import { MoreHorizontal } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { joinSentences } from "../../client/sentences";
import { useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";
import { useOrder } from "../../client/use-order";
import { useMay } from "../../frame/principal-context";
import { HostEditDialog } from "./host-edit-dialog";
import {
  type ConfirmedHostAction,
  confirmedHostActions,
  type HostAction,
  isHostRun,
  listHostActions,
} from "./host-offers";
import { hostAnswers, useHostRuns } from "./use-host-runs";

type Asked = ConfirmedHostAction | "edit";

/** Everything that can be done to one host and its agent; what changes an agent that runs, or ends something, asks first. */
export function HostActions({ host }: { readonly host: Host }): ReactNode {
  const t = useTranslations("host");
  const mayOperate = useMay("operator");
  const mayAdminister = useMay("admin");
  const [asked, setAsked] = useState<Asked | null>(null);
  const run = useHostRuns();
  const begin = (action: HostAction): void => {
    if (isHostRun(action)) run(action, host.id);
    else setAsked(action);
  };
  useOrder(mayAdminister ? (["edit", ...confirmedHostActions] as const) : [], begin, { host: host.id });
  if (!mayOperate) return null;
  const close = (): void => setAsked(null);
  return (
    <>
      <DropdownMenu
        trigger={
          <Button
            variant="ghost"
            size="sm"
            aria-label={t("actions", { name: host.name })}
            icon={<MoreHorizontal aria-hidden />}
          />
        }
        items={menuOf(host, mayAdminister, t, begin)}
      />
      {asked === "edit" ? <HostEditDialog host={host} onClose={close} /> : null}
      {asked === null || asked === "edit" ? null : (
        <ConfirmHostAction host={host} action={asked} onClose={close} />
      )}
    </>
  );
}

function ConfirmHostAction({
  host,
  action,
  onClose,
}: {
  readonly host: Host;
  readonly action: ConfirmedHostAction;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("host");
  const common = useTranslations("common");
  const router = useRouter();
  const follow = { invalidates: hostAnswers, shows: "refusals" as const };
  const calls = {
    upgrade: useApiChange("upgradeAgent", follow),
    repair: useApiChange("repairAgent", follow),
    enableOperator: useApiChange("enableOperator", follow),
    disableOperator: useApiChange("disableOperator", follow),
    remove: useApiChange("removeAgent", follow),
    delete: useApiChange("deleteHost", follow),
  };
  const { error, isPending, mutate } = calls[action];
  const reasons = useErrorTexts()(error);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        // Its answer is shown here.
        if (!open && !isPending) onClose();
      }}
      title={t(`confirm.${action}.title`, { name: host.name })}
      description={t(`confirm.${action}.text`)}
      targets={{ label: t("title"), names: [host.name] }}
      confirmLabel={t(`action.${action}`)}
      cancelLabel={common("cancel")}
      variant={action === "remove" || action === "delete" ? "danger" : "primary"}
      pending={isPending}
      {...(reasons.length === 0 ? {} : { error: joinSentences(reasons) })}
      onConfirm={() =>
        mutate(
          { params: { id: host.id } },
          {
            onSuccess: () => {
              onClose();
              if (action === "delete") router.push("/hosts");
              else showToast("done", { title: t("started", { action: t(`action.${action}`) }) });
            },
          },
        )
      }
    />
  );
}

function menuOf(
  host: Host,
  mayAdminister: boolean,
  t: ReturnType<typeof useTranslations<"host">>,
  begin: (action: HostAction) => void,
): MenuItem[] {
  const item = (action: HostAction, isDangerous = false): MenuItem => ({
    kind: "action",
    id: action,
    label: t(`action.${action}`),
    onSelect: () => begin(action),
    ...(isDangerous ? { danger: true } : {}),
  });
  if (!mayAdminister) return [item("test")];
  const actions = listHostActions(host);
  return [
    ...actions.slice(0, -1).map((action) => item(action)),
    { kind: "separator", id: "danger" },
    ...actions.slice(-1).map((action) => item(action, true)),
  ];
}
