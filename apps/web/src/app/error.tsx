"use client";

import { ErrorState } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ReloadButton } from "../frame/reload-button";

/** What stands in the place of a page outside the frame, or of the frame itself, that failed. */
export default function AppError({
  error,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}): ReactNode {
  const t = useTranslations("common");
  return (
    <main id="content" className="grid min-h-dvh place-items-center px-4 py-8">
      <ErrorState
        level={1}
        title={t("failedTitle")}
        action={<ReloadButton />}
        {...(error.digest === undefined
          ? {}
          : { reference: t("errorReference", { requestId: error.digest }) })}
      >
        {t("failedText")}
      </ErrorState>
    </main>
  );
}
