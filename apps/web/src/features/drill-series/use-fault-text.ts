"use client";

import { type DrillFault, message } from "@primacy/contract";
import { keyOfFault } from "@primacy/core/drill/compare";
import { useMessageText } from "../../client/use-locale";

/** What a fault is called, whomever it hits. */
export function useFaultText(): (fault: DrillFault) => string {
  const text = useMessageText();
  return (fault) => text(message(`drill_compared_fault.${keyOfFault(fault)}`));
}
