import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { OperationPage } from "../../../../features/operation/operation-page";
import { Preload, preloadOperation, preloadOperationLog } from "../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operation"))("drawer") };
}

export default async function OneOperationPage({
  params,
}: {
  params: Promise<{ id: string }>;
}): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Preload answers={[preloadOperation(id), preloadOperationLog(id)]}>
      <OperationPage id={id} />
    </Preload>
  );
}
