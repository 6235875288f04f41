"use client";

import type { Host } from "@primacy/contract";
import { Button, ConfirmDialog, DropdownMenu, type MenuItem, showToast } from "@primacy/ui";
import { MoreHorizontal } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { joinSentences } from "../../client/sentences";
import { findProblem, useApiChange } from "../../client/use-api";
import { useMessageText } from "../../client/use-locale";
import { useMay } from "../../frame/principal-context";
import { HostEditDialog } from "./host-edit-dialog";

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
  const changes = useHostChanges(host, () => setAsked(null));
  if (!mayOperate) return null;
  const remove = asked === "delete" ? changes.forgetHost : changes.remove;
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
        items={menuOf(host, mayAdminister, t, changes, setAsked)}
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
            changes.forgetHost.mutate(
              { params: { id: host.id } },
              { onSuccess: () => router.push("/hosts") },
            );
          else changes.remove.mutate({ params: { id: host.id } });
        }}
      />
    </>
  );
}

interface HostChanges {
  readonly run: (action: "test" | "install" | "upgrade" | "repair" | "forget") => void;
  readonly remove: ReturnType<typeof useApiChange<"removeAgent">>;
  readonly forgetHost: ReturnType<typeof useApiChange<"deleteHost">>;
}

function useHostChanges(host: Host, onDone: () => void): HostChanges {
  const t = useTranslations("host");
  const invalidates = ["listHosts", "getHost", "listOperations"] as const;
  const test = useApiChange("testHost", { invalidates });
  const install = useApiChange("installAgent", { invalidates });
  const upgrade = useApiChange("upgradeAgent", { invalidates });
  const repair = useApiChange("repairAgent", { invalidates });
  const forget = useApiChange("forgetHostCredential", { invalidates });
  const remove = useApiChange("removeAgent", { invalidates, onSuccess: onDone, shows: "refusals" });
  const forgetHost = useApiChange("deleteHost", { invalidates, onSuccess: onDone, shows: "refusals" });
  const calls = { test, install, upgrade, repair, forget };
  return {
    remove,
    forgetHost,
    run: (action) =>
      calls[action].mutate(
        { params: { id: host.id } },
        {
          onSuccess: () => showToast("done", { title: t("started", { action: t(`action.${action}`) }) }),
        },
      ),
  };
}

function menuOf(
  host: Host,
  mayAdminister: boolean,
  t: ReturnType<typeof useTranslations<"host">>,
  changes: HostChanges,
  ask: (what: Asked) => void,
): MenuItem[] {
  const action = (id: "test" | "install" | "upgrade" | "repair" | "forget"): MenuItem => ({
    kind: "action",
    id,
    label: t(`action.${id}`),
    onSelect: () => changes.run(id),
  });
  if (!mayAdminister) return [action("test")];
  const hasAgent = host.agentState !== "none";
  return [
    action("test"),
    { kind: "action", id: "edit", label: t("action.edit"), onSelect: () => ask("edit") },
    ...(hasAgent ? [action("upgrade"), action("repair")] : [action("install")]),
    ...(host.hasCredential ? [action("forget")] : []),
    { kind: "separator", id: "danger" },
    ...(hasAgent
      ? [
          {
            kind: "action",
            id: "remove",
            label: t("action.remove"),
            danger: true,
            onSelect: () => ask("remove"),
          } as const,
        ]
      : [
          {
            kind: "action",
            id: "delete",
            label: t("action.delete"),
            danger: true,
            onSelect: () => ask("delete"),
          } as const,
        ]),
  ];
}
