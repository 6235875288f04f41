"use client";

import { type LinkProps, Toaster, UiProvider } from "@primacy/ui";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import NextLink from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { languageTag } from "../i18n/locale";
import { findProblem } from "./use-api";
import { useReaderLocale } from "./use-locale";

function RouterLink({ keepsPlace = false, ...props }: LinkProps): ReactNode {
  return <NextLink {...props} scroll={!keepsPlace} />;
}

/** What every page's components need: cached answers, translated common words, the router's link, toasts. */
export function Providers({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useTranslations("common");
  const locale = useReaderLocale();
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 5_000,
            retry: (count, error) => count < 2 && (findProblem(error)?.status ?? 503) >= 500,
          },
        },
      }),
  );
  const labels = {
    close: t("close"),
    copy: t("copy"),
    copied: t("copied"),
    loading: t("loading"),
    showDetails: t("showDetails"),
    hideDetails: t("hideDetails"),
    sortBy: t("sortBy"),
    sortAscending: t("sortAscending"),
    sortDescending: t("sortDescending"),
    rowActions: t("rowActions"),
    showTable: t("showTable"),
    showChart: t("showChart"),
    savePng: t("savePng"),
    saveCsv: t("saveCsv"),
    openMenu: t("openMenu"),
    skipToContent: t("skipToContent"),
    required: t("required"),
  };
  return (
    <QueryClientProvider client={client}>
      <UiProvider labels={labels} locale={languageTag[locale]} link={RouterLink}>
        {children}
        <Toaster label={t("notifications")} />
      </UiProvider>
    </QueryClientProvider>
  );
}
