"use client";

import { IconButton } from "@primacy/ui";
import { LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useApiChange } from "../client/use-api";
import { usePrincipal } from "./principal-context";

/** Who is signed in, and the way out. */
export function Account(): ReactNode {
  const t = useTranslations("frame");
  const role = useTranslations("common.role");
  const router = useRouter();
  const principal = usePrincipal();
  const signOut = useApiChange("signOut", {
    onSuccess: () => {
      router.replace("/sign-in");
      router.refresh();
    },
  });
  return (
    <div className="flex items-center justify-between gap-2 ps-2">
      <p className="min-w-0 truncate text-ink-muted text-xs">
        {t("signedInAs", { name: principal.name, role: role(principal.role) })}
      </p>
      <IconButton label={t("signOut")} icon={<LogOut aria-hidden />} onClick={() => signOut.mutate({})} />
    </div>
  );
}
