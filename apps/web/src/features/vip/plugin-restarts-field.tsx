"use client";

import { Field, RadioGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Properties of {@link PluginRestartsField}. */
interface PluginRestartsFieldProps {
  readonly value: boolean;
  readonly errors: readonly string[];
  readonly onChange: (value: boolean) => void;
}

/** How the plugin's settings come into force: at once, or by a restart of each server. */
export function PluginRestartsField({ value, errors, onChange }: PluginRestartsFieldProps): ReactNode {
  const t = useTranslations("vip");
  return (
    <Field label={t("restarts")} errors={errors}>
      <RadioGroup
        label={t("restarts")}
        value={value ? "rolling" : "none"}
        onValueChange={(next) => onChange(next === "rolling")}
        options={(["none", "rolling"] as const).map((choice) => ({
          value: choice,
          label: t(`restartsChoice.${choice}`),
          hint: t(`restartsHint.${choice}`),
        }))}
      />
    </Field>
  );
}
