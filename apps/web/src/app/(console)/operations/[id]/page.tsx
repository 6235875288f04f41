import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { OperationPage } from "../../../../features/operation/operation-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operation"))("drawer") };
}

export default async function OneOperationPage({
  params,
}: {
  params: Promise<{ id: string }>;
}): Promise<ReactNode> {
  return <OperationPage id={(await params).id} />;
}
