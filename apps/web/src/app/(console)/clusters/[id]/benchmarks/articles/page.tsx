import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ArticleList } from "../../../../../../features/benchmark/article/article-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("article"))("title") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }): Promise<ReactNode> {
  const { id } = await params;
  return <ArticleList clusterId={id} />;
}
