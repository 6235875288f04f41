"use client";

import { PageHeader, Tabs } from "@primacy/ui";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMay } from "../../frame/principal-context";

/** The head and tabs of the settings; what only admins may see is not offered to others. */
export function SettingsFrame({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useTranslations("settings");
  const path = usePathname();
  const mayAdminister = useMay("admin");
  const tabs = [
    "profile",
    "sessions",
    "tokens",
    ...(mayAdminister ? (["users", "audit", "retention"] as const) : []),
  ] as const;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title={t("title")} />
      <Tabs
        label={t("tabs")}
        items={tabs.map((tab) => {
          const href = tab === "profile" ? "/settings" : `/settings/${tab}`;
          return { href, label: t(`tab.${tab}`), current: path === href };
        })}
      />
      {children}
    </div>
  );
}
