import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import "@primacy/ui/fonts.css";
import "./globals.css";

export const metadata: Metadata = { title: { default: "Primacy", template: "%s · Primacy" } };

/** The document around every page, in the reader's language. */
export default async function RootLayout({ children }: { children: ReactNode }): Promise<ReactNode> {
  return (
    <html lang={await getLocale()} suppressHydrationWarning>
      <body>
        <NextIntlClientProvider>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}
