import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { RecoveryPage } from "../../../../../features/recovery/recovery-page";
import { requirePrincipal } from "../../../../../server/auth/principal";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("recovery"))("title") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }): Promise<ReactNode> {
  await requirePrincipal("operator");
  return <RecoveryPage clusterId={(await params).id} />;
}
