import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { DrillCompare } from "../../../../../../features/drill-series/compare/drill-compare";
import { requirePrincipal } from "../../../../../../server/auth/principal";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("drillSeries"))("compare.title") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }): Promise<ReactNode> {
  await requirePrincipal("viewer");
  const { id } = await params;
  return <DrillCompare clusterId={id} />;
}
