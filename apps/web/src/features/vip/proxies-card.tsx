"use client";

import { Card, Field, Input } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ProxiesDraft } from "./proxies-draft";

const fields = [
  { name: "routerTtlSeconds", unit: "secondsUnit" },
  { name: "haproxyInterMs", unit: "millisecondsUnit" },
  { name: "haproxyRise", unit: null },
  { name: "haproxyFall", unit: null },
] as const;

/** The pointers of these fields, for what belongs to no field. */
export const proxyPointers: readonly string[] = fields.map(({ name }) => pointerOf(name));

/** Properties of {@link ProxiesCard}. */
interface ProxiesCardProps {
  readonly value: ProxiesDraft;
  readonly onChange: (value: ProxiesDraft) => void;
  /** The reasons that belong to a field, by its pointer. */
  readonly errors: (pointer: string) => readonly string[];
}

/** How proxies beside the VIP find the primary: for the estimates alone. */
export function ProxiesCard({ value, onChange, errors }: ProxiesCardProps): ReactNode {
  const t = useTranslations("vip");
  return (
    <Card title={t("wizard.proxies.title")} description={t("wizard.proxies.text")}>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ name, unit }) => (
          <Field
            key={name}
            label={t(`wizard.proxies.field.${name}`)}
            hint={t(`wizard.proxies.hint.${name}`)}
            errors={errors(pointerOf(name))}
          >
            <div className="flex items-center gap-2">
              <Input
                className="w-24 tabular-nums"
                inputMode="decimal"
                name={name}
                value={value[name]}
                onChange={(event) => onChange({ ...value, [name]: event.target.value })}
              />
              {unit === null ? null : <span className="text-ink-muted text-sm">{t(unit)}</span>}
            </div>
          </Field>
        ))}
      </div>
    </Card>
  );
}

function pointerOf(name: keyof ProxiesDraft): string {
  return `/proxies/${name}`;
}
