"use client";

import type { Host } from "@primacy/contract";
import { Button, ConfirmDialog, DropdownMenu, type MenuItem } from "@primacy/ui";
import { MoreHorizontal } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { joinSentences } from "../../client/sentences";
import { findProblem, useApiChange } from "../../client/use-api";
import { useMessageText } from "../../client/use-locale";
import { useOrder } from "../../client/use-order";
import { useMay } from "../../frame/principal-context";
import { HostEditDialog } from "./host-edit-dialog";
import { type HostAction, listHostActions } from "./host-offers";
import { hostAnswers, useHostRuns } from "./use-host-runs";

type Asked = "remove" | "delete" | "edit" | null;

/** Everything that can be done to one host and its agent; what cannot be taken back asks first. */
export function HostActions({ host }: { readonly host: Host }): ReactNode {
  const t = useTranslations("host");
  const common = useTranslations("common");
  const text = useMessageText();
  const router = useRouter();
  const mayOperate = useMay("operator");
  const mayAdminister = useMay("admin");
  const [asked, setAsked] = useState<Asked>(null);
  const run = useHostRuns();
  const follow = {
    invalidates: hostAnswers,
    onSuccess: () => setAsked(null),
    shows: "refusals" as const,
  };
  const removeAgent = useApiChange("removeAgent", follow);
  const forgetHost = useApiChange("deleteHost", follow);
  const begin = (action: HostAction): void => {
    if (action === "edit" || action === "remove" || action === "delete") setAsked(action);
    else run(action, host.id);
  };
  useOrder(mayAdminister ? (["edit", "remove", "delete"] as const) : [], begin, { host: host.id });
  if (!mayOperate) return null;
  const remove = asked === "delete" ? forgetHost : removeAgent;
  const problem = findProblem(remove.error);
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
      {asked === "edit" ? <HostEditDialog host={host} onClose={() => setAsked(null)} /> : null}
      <ConfirmDialog
        open={asked === "remove" || asked === "delete"}
        onOpenChange={(open) => {
          if (!open) setAsked(null);
        }}
        title={t(asked === "delete" ? "deleteTitle" : "removeTitle", { name: host.name })}
        description={t(asked === "delete" ? "deleteText" : "removeText")}
        targets={{ label: t("title"), names: [host.name] }}
        confirmLabel={t(asked === "delete" ? "action.delete" : "action.remove")}
        cancelLabel={common("cancel")}
        variant="danger"
        pending={remove.isPending}
        {...(problem === null
          ? {}
          : { error: joinSentences([problem, ...problem.errors].map((one) => text(one.message))) })}
        onConfirm={() => {
          if (asked === "delete")
            forgetHost.mutate({ params: { id: host.id } }, { onSuccess: () => router.push("/hosts") });
          else removeAgent.mutate({ params: { id: host.id } });
        }}
      />
    </>
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
