import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { BenchmarkForm } from "../../../../../../features/benchmark/form/benchmark-form";
import { requirePrincipal } from "../../../../../../server/auth/principal";
import { Preload, preload, preloadHosts } from "../../../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("benchmark"))("new") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }): Promise<ReactNode> {
  await requirePrincipal("operator");
  const { id } = await params;
  return (
    <Preload answers={[preload("listEndpoints", { params: { id } }), preloadHosts()]}>
      <BenchmarkForm clusterId={id} />
    </Preload>
  );
}
