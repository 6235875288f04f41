"use client";

import type { Cluster } from "@primacy/contract";
import { Field, Select } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useApiChange } from "../../client/use-api";
import { ConfirmPlan } from "../operation/confirm-plan";
import { type MapRow, planMove, type ShownMap } from "./read-vip-map";

/** Moves one read VIP to another member: the plan and what it costs come first. */
export function ReadVipsDialog({
  shown,
  rows,
  cluster,
  onClose,
}: {
  readonly shown: ShownMap;
  readonly rows: readonly MapRow[];
  readonly cluster: Cluster;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("variables.readVips");
  const common = useTranslations("common");
  const router = useRouter();
  const [address, setAddress] = useState(shown.sight.readVips[0] ?? "");
  const [chosen, setChosen] = useState<string>();
  const holder = rows.find(({ readVips }) => readVips.includes(address))?.memberId ?? null;
  const targets = rows.flatMap(({ memberId, name }) =>
    memberId === null || memberId === holder ? [] : [{ value: memberId, label: name }],
  );
  const memberId = targets.find(({ value }) => value === chosen)?.value ?? targets[0]?.value ?? "";
  const move = useApiChange("moveReadVips", {
    shows: "failures",
    invalidates: ["listOperations"],
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  return (
    <ConfirmPlan
      onClose={onClose}
      title={t("moveTitle")}
      description={t("moveText")}
      cluster={cluster}
      plan={planMove(shown, cluster, { address, memberId })}
      report={
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t("address")}>
            <Select
              value={address}
              onValueChange={setAddress}
              options={shown.sight.readVips.map((one) => ({ value: one, label: one }))}
              mono
            />
          </Field>
          <Field label={t("to")}>
            <Select
              value={memberId === "" ? undefined : memberId}
              onValueChange={setChosen}
              options={targets}
            />
          </Field>
        </div>
      }
      confirmLabel={t("move")}
      cancelLabel={common("cancel")}
      isDangerous={false}
      isSending={move.isPending || move.isSuccess}
      error={move.error}
      onConfirm={() => move.mutate({ params: { id: cluster.id }, body: { moves: [{ address, memberId }] } })}
    />
  );
}
