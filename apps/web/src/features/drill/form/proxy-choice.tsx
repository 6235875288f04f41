"use client";

import { type ClusterEndpoint, type DrillFault, ProxyService, proxyServiceTitles } from "@primacy/contract";
import { Field, RadioGroup, Select } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { listProxies } from "./list-proxies";

type KillProxy = Extract<DrillFault, { readonly kind: "kill_proxy" }>;

const automatic = "automatic";

/** Which program of which proxy is killed. */
export function ProxyChoice({
  endpoints,
  fault,
  onFault,
}: {
  readonly endpoints: readonly ClusterEndpoint[];
  readonly fault: KillProxy;
  readonly onFault: (fault: DrillFault) => void;
}): ReactNode {
  const t = useTranslations("drill.choices");
  const proxies = listProxies(endpoints, fault.program);
  const isThere = proxies.some(({ proxyId }) => proxyId === fault.proxyId);
  const hint = proxies.length === 0 ? "noProxy" : fault.proxyId !== null && !isThere ? "proxyGone" : null;
  return (
    <>
      <div className="flex flex-col gap-2">
        <p className="font-medium text-sm">{t("program")}</p>
        <RadioGroup
          label={t("program")}
          value={fault.program}
          // A proxy has not every program.
          onValueChange={(value) => onFault({ ...fault, program: ProxyService.parse(value), proxyId: null })}
          options={ProxyService.options.map((value) => ({
            value,
            label: proxyServiceTitles[value],
            hint: t(`programs.${value}`),
          }))}
        />
      </div>
      <Field label={t("proxy")} {...(hint === null ? {} : { hint: t(hint) })}>
        <Select
          value={isThere ? (fault.proxyId ?? automatic) : automatic}
          onValueChange={(value) => onFault({ ...fault, proxyId: value === automatic ? null : value })}
          options={[
            { value: automatic, label: t("automaticProxy") },
            ...proxies.map(({ proxyId, name }) => ({ value: proxyId, label: name })),
          ]}
        />
      </Field>
    </>
  );
}
