"use client";

import type { BenchmarkDetail } from "@primacy/contract";
import { Select } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { blockNumber } from "../benchmark-names";
import { type BlockPlace, findNewest, listBlocks, movePlace } from "./benchmark-curves";
import type { PagePlace } from "./use-page-place";

/** Which block is shown, and with how many threads. */
export function BlockChoice({
  benchmark,
  at,
  place,
}: {
  readonly benchmark: BenchmarkDetail;
  readonly at: BlockPlace;
  readonly place: PagePlace;
}): ReactNode {
  const t = useTranslations("benchmark.chart");
  const { blocks, threads } = benchmark;
  const newest = findNewest(benchmark);
  // The newest is what the page follows by itself: nobody who chooses it wants to be left behind.
  const move = (change: Partial<BlockPlace>): void => {
    const { block, threads: count } = movePlace(benchmark, at, change);
    const isNewest = block === newest?.block && count === newest.threads;
    place.choose({ block: isNewest ? null : String(block), threads: isNewest ? null : String(count) });
  };
  return (
    <>
      <Select
        label={t("block")}
        className="min-w-32 max-sm:flex-1 sm:w-44"
        value={String(at.block)}
        onValueChange={(block) => move({ block: Number(block) })}
        options={listBlocks(benchmark).map((block) => ({
          value: String(block),
          label: t("blockOf", { block: blockNumber(block), blocks }),
        }))}
      />
      {threads.length === 1 ? null : (
        <Select
          label={t("threads")}
          className="min-w-32 max-sm:flex-1 sm:w-36"
          value={String(at.threads)}
          onValueChange={(count) => move({ threads: Number(count) })}
          options={threads.map((count) => ({
            value: String(count),
            label: t("threadsOf", { threads: count }),
          }))}
        />
      )}
    </>
  );
}
