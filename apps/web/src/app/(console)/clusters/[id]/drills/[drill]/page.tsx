import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { PreloadedAnswer } from "../../../../../../client/preloaded";
import { DrillPage } from "../../../../../../features/drill/page/drill-page";
import { Preload, preload, preloadOperation } from "../../../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("drill"))("title") };
}

export default async function Page({
  params,
}: {
  params: Promise<{ id: string; drill: string }>;
}): Promise<ReactNode> {
  const { id, drill } = await params;
  const answers = await loadEither(drill);
  return (
    <Preload answers={answers.map((one) => Promise.resolve(one))}>
      <DrillPage clusterId={id} id={drill} />
    </Preload>
  );
}

/** At first there is only its operation, and once that was deleted for its age only the record. Throws as `preload` where there is neither. */
async function loadEither(id: string): Promise<readonly PreloadedAnswer[]> {
  const found = await Promise.allSettled([preload("getDrill", { params: { id } }), preloadOperation(id)]);
  const answers = found.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  for (const one of found) if (answers.length === 0 && one.status === "rejected") throw one.reason;
  return answers;
}
