import { ErrorState } from "@primacy/ui";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ReloadButton } from "./reload-button";
import { SignInFrame } from "./sign-in-frame";

/** The door while the console's database does not answer: nobody can come in, and why. */
export async function DatabaseAway(): Promise<ReactNode> {
  const t = await getTranslations("signIn");
  return (
    <SignInFrame title={t("awayTitle")} intro={t("awayIntro")}>
      <ErrorState title={t("awayWhat")} action={<ReloadButton />}>
        {t("awayText")}
      </ErrorState>
    </SignInFrame>
  );
}
