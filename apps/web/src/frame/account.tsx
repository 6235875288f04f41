"use client";

import { IconButton } from "@primacy/ui";
import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { usePrincipal } from "./principal-context";
import { useSignOut } from "./use-sign-out";

/** Who is signed in, and the way out. */
export function Account(): ReactNode {
  const t = useTranslations("frame");
  const role = useTranslations("common.role");
  const principal = usePrincipal();
  const signOut = useSignOut();
  return (
    <div className="flex items-center justify-between gap-2 ps-2">
      <p className="min-w-0 truncate text-ink-muted text-xs">
        {t("signedInAs", { name: principal.name, role: role(principal.role) })}
      </p>
      <IconButton label={t("signOut")} icon={<LogOut aria-hidden />} onClick={signOut} />
    </div>
  );
}
