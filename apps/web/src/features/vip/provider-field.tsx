"use client";

import { type Topology, type VipKind, VipProvider } from "@primacy/contract";
import { findProviderReason } from "@primacy/core/vip-provider";
import { Field, RadioGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { joinSentences } from "../../client/sentences";
import { useMessageText } from "../../client/use-locale";

/** Properties of {@link ProviderField}. */
interface ProviderFieldProps {
  readonly value: VipProvider;
  readonly kind: VipKind;
  /** The VIPs that the cluster has. */
  readonly vips: Topology["vips"];
  readonly errors: readonly string[];
  readonly onChange: (value: VipProvider) => void;
}

/**
 * What moves the address: the agent is recommended, with the reason. What cannot serve this cluster is not offered and says why;
 * whether the members are fit for the plugin, the checks say.
 */
export function ProviderField({ value, kind, vips, errors, onChange }: ProviderFieldProps): ReactNode {
  const t = useTranslations("vip");
  const text = useMessageText();
  const known = vips.map((vip) => ({ ...vip, provider: vip.provider ?? "agent" }));
  return (
    <Field label={t("provider")} errors={errors}>
      <RadioGroup
        label={t("provider")}
        value={value}
        onValueChange={(next) => {
          const provider = VipProvider.safeParse(next).data;
          if (provider !== undefined) onChange(provider);
        }}
        options={VipProvider.options.map((provider) => {
          const reason = findProviderReason({ provider, kind }, known);
          return {
            value: provider,
            label: t(`providerChoice.${provider}`),
            hint:
              reason === null
                ? t(`providerHint.${provider}`)
                : joinSentences(reason.details.map((detail) => text(detail.message))),
            // The one that is chosen stays, so that its reason is told where the kind was changed since.
            ...(reason === null || provider === value ? {} : { disabled: true }),
          };
        })}
      />
    </Field>
  );
}
