import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { DrillForm } from "../../../../../../features/drill/form/drill-form";
import { requirePrincipal } from "../../../../../../server/auth/principal";
import { Preload, preload, preloadHosts } from "../../../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("drill"))("new") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }): Promise<ReactNode> {
  await requirePrincipal("operator");
  const { id } = await params;
  return (
    <Preload answers={[preload("listEndpoints", { params: { id } }), preloadHosts()]}>
      <DrillForm clusterId={id} />
    </Preload>
  );
}
