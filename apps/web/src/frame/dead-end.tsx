import { ButtonLink, EmptyState } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/**
 * A page that cannot be shown, with the reason and the way back. Inside the console's frame it is the frame's content;
 * a `whole` page has nothing around it.
 */
export function DeadEnd({
  kind,
  whole = false,
}: {
  readonly kind: "notFound" | "forbidden";
  readonly whole?: boolean;
}): ReactNode {
  const t = useTranslations("common");
  const Place = whole ? "main" : "div";
  return (
    <Place className="grid min-h-[60vh] place-items-center px-4">
      <EmptyState level={1} title={t(`${kind}Title`)} action={<ButtonLink href="/">{t("home")}</ButtonLink>}>
        {t(`${kind}Text`)}
      </EmptyState>
    </Place>
  );
}
