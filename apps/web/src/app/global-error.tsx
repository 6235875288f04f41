"use client";

import { Button, ErrorState } from "@primacy/ui";
import type { ReactNode } from "react";
import { useHydrated } from "../client/use-hydrated";
import { chooseLocale, languageTag, localeCookie } from "../i18n/locale";
import { common as en } from "../i18n/messages/en/common";
import { common as zh } from "../i18n/messages/zh/common";
import "@primacy/ui/fonts.css";
import "./globals.css";

const texts = { en, zh };

/** The whole document where even the one around every page failed: there is no provider of texts, so it chooses them itself. */
export default function GlobalError({
  error,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}): ReactNode {
  const locale = useHydrated() ? readLocale() : "en";
  const t = texts[locale];
  return (
    <html lang={languageTag[locale]}>
      <body>
        <main id="content" className="grid min-h-dvh place-items-center px-4 py-8">
          <ErrorState
            level={1}
            title={t.failedTitle}
            action={<Button onClick={() => window.location.reload()}>{t.retry}</Button>}
            {...(error.digest === undefined
              ? {}
              : { reference: t.errorReference.replace("{requestId}", error.digest) })}
          >
            {t.failedText}
          </ErrorState>
        </main>
      </body>
    </html>
  );
}

function readLocale(): "en" | "zh" {
  const chosen = document.cookie
    .split("; ")
    .find((one) => one.startsWith(`${localeCookie}=`))
    ?.slice(localeCookie.length + 1);
  return chooseLocale(chosen, navigator.language);
}
