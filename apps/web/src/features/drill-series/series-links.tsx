"use client";

import { ButtonLink } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** From the drills of a cluster to what they say beside each other, and to its series. */
export function SeriesLinks({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("drillSeries");
  const base = `/clusters/${clusterId}/drills`;
  return (
    <>
      <ButtonLink href={`${base}/compare`}>{t("compareLink")}</ButtonLink>
      <ButtonLink href={`${base}/series`}>{t("seriesLink")}</ButtonLink>
    </>
  );
}
