"use client";

import { Button } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Loads the page anew. */
export function ReloadButton(): ReactNode {
  const t = useTranslations("common");
  return <Button onClick={() => window.location.reload()}>{t("retry")}</Button>;
}
