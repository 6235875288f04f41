import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CredentialsForm } from "../../features/sign-in/credentials-form";
import { DatabaseAway } from "../../frame/database-away";
import { SignInFrame } from "../../frame/sign-in-frame";
import { findSetupNeeded } from "../../server/auth/principal";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("setupTitle") };
}

export default async function SetupPage(): Promise<ReactNode> {
  const isNeeded = await findSetupNeeded();
  if (isNeeded === null) return <DatabaseAway />;
  if (!isNeeded) redirect("/sign-in");
  const t = await getTranslations("signIn");
  return (
    <SignInFrame title={t("setupTitle")} intro={t("setupIntro")}>
      <CredentialsForm purpose="setup" returnTo="/" />
    </SignInFrame>
  );
}
