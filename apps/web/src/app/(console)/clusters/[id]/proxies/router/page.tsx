import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { RouterPage } from "../../../../../../features/proxy/router-page";
import { requirePrincipal } from "../../../../../../server/auth/principal";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("router"))("title") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }): Promise<ReactNode> {
  await requirePrincipal("operator");
  return <RouterPage clusterId={(await params).id} />;
}
