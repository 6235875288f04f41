"use client";

import type { SortOrder } from "@primacy/contract";
import { usePathname, useSearchParams } from "next/navigation";
import { sortingOf } from "../../../client/list-query";
import { toAddress } from "../../../client/page-address";
import { type BlockPlace, type CurveMetric, curveMetrics } from "./benchmark-curves";
import { RunSort } from "./run-order";

/** What of a benchmark is looked at, as the address of the page says it; it says nothing of what nobody chose. */
export interface PagePlace {
  readonly asked: Partial<BlockPlace>;
  readonly metric: CurveMetric;
  /** Of which run the hosts are shown. */
  readonly run: string | null;
  /** Of which run the counters are shown. */
  readonly counted: string | null;
  readonly sorting: { readonly sort?: RunSort; readonly order?: SortOrder };
  /** Puts choices into the address; null takes one out. */
  readonly choose: (changes: Readonly<Record<string, string | null>>) => void;
}

/** Keeps in the address what is chosen, so that it can be sent. The page has what it needs already: the server is not asked. */
export function usePagePlace(): PagePlace {
  const path = usePathname();
  const asked = useSearchParams();
  const numberAt = (name: string): number | undefined => {
    const text = asked.get(name) ?? "";
    return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
  };
  const [block, threads] = [numberAt("block"), numberAt("threads")];
  return {
    asked: {
      ...(block === undefined ? {} : { block }),
      ...(threads === undefined ? {} : { threads }),
    },
    run: asked.get("run"),
    counted: asked.get("counters"),
    metric: curveMetrics.find((one) => one === asked.get("metric")) ?? "tps",
    sorting: sortingOf(Object.fromEntries(asked), RunSort),
    choose: (changes) => window.history.replaceState(null, "", toAddress(path, asked, changes)),
  };
}
