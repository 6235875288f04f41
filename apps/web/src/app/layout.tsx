import type { Metadata } from "next";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { Providers } from "../client/providers";
import { themeCookie } from "../i18n/locale";
import "@primacy/ui/fonts.css";
import "./globals.css";

export const metadata: Metadata = { title: { default: "Primacy", template: "%s · Primacy" } };

/** The document around every page, in the reader's language and theme. */
export default async function RootLayout({ children }: { children: ReactNode }): Promise<ReactNode> {
  const theme = (await cookies()).get(themeCookie)?.value;
  const chosen = theme === "light" || theme === "dark" ? { "data-theme": theme } : {};
  return (
    <html lang={await getLocale()} {...chosen} suppressHydrationWarning>
      <body>
        <NextIntlClientProvider>
          <Providers>{children}</Providers>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
