import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { PreloadedAnswer } from "../../../../../../client/preloaded";
import { BenchmarkPage } from "../../../../../../features/benchmark/page/benchmark-page";
import { Preload, preload, preloadOperation } from "../../../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("benchmark"))("title") };
}

export default async function Page({
  params,
}: {
  params: Promise<{ id: string; benchmark: string }>;
}): Promise<ReactNode> {
  const { id, benchmark } = await params;
  const answers = await loadEither(benchmark);
  return (
    <Preload answers={answers.map((one) => Promise.resolve(one))}>
      <BenchmarkPage clusterId={id} id={benchmark} />
    </Preload>
  );
}

/** At first there is only its operation, and once that was deleted for its age only the record. Throws as `preload` where there is neither. */
async function loadEither(id: string): Promise<readonly PreloadedAnswer[]> {
  const found = await Promise.allSettled([preload("getBenchmark", { params: { id } }), preloadOperation(id)]);
  const answers = found.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  for (const one of found) if (answers.length === 0 && one.status === "rejected") throw one.reason;
  return answers;
}
