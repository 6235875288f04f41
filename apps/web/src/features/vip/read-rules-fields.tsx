"use client";

import { Field, Input, RadioGroup, Select } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ReadsDraft } from "./vip-draft";

/** The pointers of these fields, for what belongs to no field. */
export const readRulesPointers: readonly string[] = [
  "/reads/policy",
  "/reads/maxLagSeconds",
  "/reads/preferredHostId",
];

/** In the list of hosts: none in particular. */
const anywhere = "anywhere";

/** Properties of {@link ReadRulesFields}. */
interface ReadRulesFieldsProps {
  readonly value: ReadsDraft;
  /** The hosts that it can be wanted on. */
  readonly hosts: readonly { readonly hostId: string; readonly name: string }[];
  readonly onChange: (value: ReadsDraft) => void;
  /** The reasons that belong to a field, by its pointer. */
  readonly errors: (pointer: string) => readonly string[];
}

/** What a read VIP goes by: where it is wanted, who has it where its secondary cannot, and how far behind a secondary may be. */
export function ReadRulesFields({ value, hosts, onChange, errors }: ReadRulesFieldsProps): ReactNode {
  const t = useTranslations("vip");
  return (
    <>
      <Field label={t("preferred")} hint={t("preferredHint")} errors={errors("/reads/preferredHostId")}>
        <Select
          value={value.preferredHostId ?? anywhere}
          onValueChange={(next) => onChange({ ...value, preferredHostId: next === anywhere ? null : next })}
          options={[
            { value: anywhere, label: t("preferredNone") },
            ...hosts.map(({ hostId, name }) => ({ value: hostId, label: name })),
          ]}
        />
      </Field>
      <Field label={t("policyQuestion")} errors={errors("/reads/policy")}>
        <RadioGroup
          label={t("policyQuestion")}
          value={value.policy}
          onValueChange={(next) =>
            onChange({ ...value, policy: next === "to_primary" ? "to_primary" : "to_another_secondary" })
          }
          options={(["to_another_secondary", "to_primary"] as const).map((policy) => ({
            value: policy,
            label: t(`policies.${policy}`),
            hint: t(`policyHint.${policy}`),
          }))}
        />
      </Field>
      <Field label={t("maxLag")} hint={t("maxLagHint")} errors={errors("/reads/maxLagSeconds")} required>
        <div className="flex items-center gap-2">
          <Input
            className="w-24 tabular-nums"
            inputMode="numeric"
            name="maxLagSeconds"
            value={value.maxLagSeconds}
            onChange={(event) => onChange({ ...value, maxLagSeconds: event.target.value })}
          />
          <span className="text-ink-muted text-sm">{t("secondsUnit")}</span>
        </div>
      </Field>
    </>
  );
}
