import { PageHeader } from "@primacy/ui";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { Asked } from "../../../client/list-query";
import { OperationList } from "../../../features/operation/operation-list";
import { operationQuery } from "../../../features/operation/operation-query";
import { Preload, preload } from "../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operation"))("drawer") };
}

export default async function OperationsPage({
  searchParams,
}: {
  searchParams: Promise<Asked>;
}): Promise<ReactNode> {
  const query = operationQuery(await searchParams);
  const t = await getTranslations("operation");
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t("drawer")} sentence={t("intro")} />
      <Preload answers={[preload("listOperations", { query: { ...query } })]}>
        <OperationList />
      </Preload>
    </div>
  );
}
