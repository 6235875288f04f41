"use client";

import { useTranslations } from "next-intl";
import { type TopologyTexts, useTopologyTexts } from "../topology/topology-texts";

/** The words that proxies are drawn with. */
export interface EndpointWords {
  readonly t: ReturnType<typeof useTranslations<"endpoint">>;
  readonly texts: TopologyTexts;
}

/** The same in the reader's language. */
export function useEndpointWords(): EndpointWords {
  return { t: useTranslations("endpoint"), texts: useTopologyTexts() };
}
