import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { HostPage } from "../../../../features/host/host-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("host"))("title") };
}

export default async function OneHostPage({
  params,
}: {
  params: Promise<{ id: string }>;
}): Promise<ReactNode> {
  return <HostPage id={(await params).id} />;
}
