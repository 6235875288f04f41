"use client";

import type { ConnectionPolicy } from "@primacy/contract";
import { Field, RadioGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Properties of {@link ConnectionPolicyField}. */
interface ConnectionPolicyFieldProps {
  readonly value: ConnectionPolicy;
  readonly onChange: (value: ConnectionPolicy) => void;
}

/** What becomes of connections through the address when a host lets go of it. */
export function ConnectionPolicyField({ value, onChange }: ConnectionPolicyFieldProps): ReactNode {
  const t = useTranslations("vip");
  return (
    <Field label={t("onRelease")}>
      <RadioGroup
        label={t("onRelease")}
        value={value}
        onValueChange={(next) => onChange(next === "leave" ? "leave" : "cut")}
        options={(["cut", "leave"] as const).map((policy) => ({
          value: policy,
          label: t(`onReleases.${policy}`),
          hint: t(`onReleaseHint.${policy}`),
        }))}
      />
    </Field>
  );
}
