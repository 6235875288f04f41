"use client";

import type { Drill } from "@primacy/contract";
import { useTranslations } from "next-intl";
import { faultValues } from "./fault-values";

/** What a drill did, in a few words with the names of the members. */
export function useFaultName(): (drill: Pick<Drill, "fault" | "target" | "other" | "proxy">) => string {
  const t = useTranslations("drill.faults");
  return (drill) => t(drill.fault.kind, faultValues(drill));
}
