"use client";

import { Locale, type Theme } from "@primacy/contract";
import { LocaleSwitch, ThemeToggle } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useReaderLocale } from "../client/use-locale";
import { chooseLanguage, chooseTheme } from "./preferences";

/** Theme and language, before and after signing in. */
export function PreferenceSwitches({
  theme,
  isSignedIn,
}: {
  readonly theme: Theme;
  readonly isSignedIn: boolean;
}): ReactNode {
  const t = useTranslations("frame");
  const router = useRouter();
  const locale = useReaderLocale();
  const [shown, setShown] = useState(theme);
  return (
    <div className="flex items-center justify-between gap-2">
      <ThemeToggle
        label={t("theme")}
        value={shown}
        onValueChange={(next) => {
          setShown(next);
          chooseTheme(next, isSignedIn);
        }}
        choiceLabels={{ system: t("themeSystem"), light: t("themeLight"), dark: t("themeDark") }}
      />
      <LocaleSwitch
        label={t("language")}
        value={locale}
        onValueChange={(next) => {
          const parsed = Locale.safeParse(next);
          if (parsed.success) void chooseLanguage(parsed.data, isSignedIn).then(() => router.refresh());
        }}
        locales={[
          { value: "en", label: "EN" },
          { value: "zh", label: "中文" },
        ]}
      />
    </div>
  );
}
