"use client";

import { Button, ErrorState } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

export default function ConsoleError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}): ReactNode {
  const t = useTranslations("common");
  return (
    <ErrorState
      title={t("failedTitle")}
      action={<Button onClick={reset}>{t("retry")}</Button>}
      {...(error.digest === undefined ? {} : { reference: t("errorReference", { requestId: error.digest }) })}
    >
      {t("failedText")}
    </ErrorState>
  );
}
