import { ButtonLink, EmptyState } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** A page that cannot be shown, with the reason and the way back. */
export function DeadEnd({ kind }: { readonly kind: "notFound" | "forbidden" }): ReactNode {
  const t = useTranslations("common");
  return (
    <main id="content" className="grid min-h-[60vh] place-items-center px-4">
      <EmptyState title={t(`${kind}Title`)} action={<ButtonLink href="/">{t("home")}</ButtonLink>}>
        {t(`${kind}Text`)}
      </EmptyState>
    </main>
  );
}
