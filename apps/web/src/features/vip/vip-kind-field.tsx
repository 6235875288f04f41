"use client";

import type { VipKind } from "@primacy/contract";
import { Field, RadioGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Properties of {@link VipKindField}. */
interface VipKindFieldProps {
  readonly value: VipKind;
  readonly onChange: (value: VipKind) => void;
  readonly clusterName: string;
  /** The address of the first write VIP that the cluster has. */
  readonly writeAddress: string | null;
  readonly errors: readonly string[];
}

/** What the address is for: the primary, or a secondary. */
export function VipKindField(props: VipKindFieldProps): ReactNode {
  const { value, onChange, clusterName: cluster, writeAddress: address, errors } = props;
  const t = useTranslations("vip");
  return (
    <Field label={t("leadsTo")} errors={errors}>
      <RadioGroup
        label={t("leadsTo")}
        value={value}
        onValueChange={(next) => onChange(next === "read" ? "read" : "write")}
        options={[
          {
            value: "write",
            label: t("kindChoice.write"),
            hint: address === null ? t("kindHint.write") : t("kindFurther", { cluster, address }),
          },
          { value: "read", label: t("kindChoice.read"), hint: t("kindHint.read") },
        ]}
      />
    </Field>
  );
}
