"use client";

import { Field, RadioGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Properties of {@link PluginGuardField}. */
interface PluginGuardFieldProps {
  readonly value: boolean;
  readonly errors: readonly string[];
  readonly onChange: (value: boolean) => void;
}

/** What becomes of the address where the plugin leaves it behind: a person sees to it, or the agent of that host. */
export function PluginGuardField({ value, errors, onChange }: PluginGuardFieldProps): ReactNode {
  const t = useTranslations("vip");
  return (
    <Field label={t("guard")} errors={errors}>
      <RadioGroup
        label={t("guard")}
        value={value ? "agents" : "none"}
        onValueChange={(next) => onChange(next === "agents")}
        options={(["none", "agents"] as const).map((choice) => ({
          value: choice,
          label: t(`guardChoice.${choice}`),
          hint: t(`guardHint.${choice}`),
        }))}
      />
    </Field>
  );
}
