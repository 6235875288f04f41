import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { RestartPage } from "../../../../../features/restart/restart-page";
import { requirePrincipal } from "../../../../../server/auth/principal";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("restart"))("title") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }): Promise<ReactNode> {
  await requirePrincipal("operator");
  return <RestartPage clusterId={(await params).id} />;
}
