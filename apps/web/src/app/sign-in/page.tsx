import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CredentialsForm } from "../../features/sign-in/credentials-form";
import { DatabaseAway } from "../../frame/database-away";
import { SignInFrame } from "../../frame/sign-in-frame";
import { findSetupNeeded } from "../../server/auth/principal";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("title") };
}

/** Only paths of this console may be returned to. */
function safeReturn(asked: string | undefined): string {
  return asked !== undefined && /^\/(?![/\\])/.test(asked) ? asked : "/";
}

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<{ returnTo?: string }>;
}): Promise<ReactNode> {
  const isNeeded = await findSetupNeeded();
  if (isNeeded === null) return <DatabaseAway />;
  if (isNeeded) redirect("/setup");
  const t = await getTranslations("signIn");
  return (
    <SignInFrame title={t("title")} intro={t("intro")}>
      <CredentialsForm purpose="sign-in" returnTo={safeReturn((await searchParams).returnTo)} />
      <p className="text-ink-muted text-xs">{t("forgotten")}</p>
    </SignInFrame>
  );
}
