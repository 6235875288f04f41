import { Card, PageHeader } from "@primacy/ui";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { OperationTable } from "../../../features/operation/operation-table";
import { Preload, preload } from "../../../server/page/preload";

const query = { limit: 100 };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operation"))("drawer") };
}

export default async function OperationsPage(): Promise<ReactNode> {
  const t = await getTranslations("operation");
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t("drawer")} sentence={t("intro")} />
      <Card padding="none">
        <Preload answers={[preload("listOperations", { query })]}>
          <OperationTable query={query} />
        </Preload>
      </Card>
    </div>
  );
}
