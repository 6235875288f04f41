"use client";

import { ErrorState } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ReloadButton } from "../../frame/reload-button";

export default function ConsoleError({
  error,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}): ReactNode {
  const t = useTranslations("common");
  return (
    <ErrorState
      level={1}
      title={t("failedTitle")}
      action={<ReloadButton />}
      {...(error.digest === undefined ? {} : { reference: t("errorReference", { requestId: error.digest }) })}
    >
      {t("failedText")}
    </ErrorState>
  );
}
