"use client";

import { Field, Input, RadioGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ReadsDraft } from "./vip-draft";

/** The pointers of these fields, for what belongs to no field. */
export const readRulesPointers: readonly string[] = ["/reads/policy", "/reads/maxLagSeconds"];

/** Properties of {@link ReadRulesFields}. */
interface ReadRulesFieldsProps {
  readonly value: ReadsDraft;
  readonly onChange: (value: ReadsDraft) => void;
  /** The reasons that belong to a field, by its pointer. */
  readonly errors: (pointer: string) => readonly string[];
}

/** What a read VIP goes by: who has it where its secondary cannot, and how far behind a secondary may be. */
export function ReadRulesFields({ value, onChange, errors }: ReadRulesFieldsProps): ReactNode {
  const t = useTranslations("vip");
  return (
    <>
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
