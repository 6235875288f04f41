import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { VariablesPage } from "../../../../../features/variables/variables-page";
import { Preload, preload } from "../../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("variables"))("title") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Preload answers={[preload("getVariables", { params: { id } })]}>
      <VariablesPage clusterId={id} />
    </Preload>
  );
}
