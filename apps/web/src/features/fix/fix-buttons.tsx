"use client";

import type { CheckFix, OfferedFix } from "@primacy/contract";
import type { ReactNode } from "react";
import { FixAction } from "./fix-action";

/** The button of a fix; null where it was not offered. */
export type FixOf = (fix: CheckFix) => ReactNode;

/** The buttons of what a check offered; `onAgain` looks at the members anew once a fix is done. */
export function fixButtons(
  clusterId: string,
  fixes: readonly OfferedFix[] | undefined,
  onAgain: () => void,
): FixOf {
  return (fix) => {
    const offered = fixes?.find((one) => one.fix === fix);
    return offered === undefined ? null : (
      <FixAction clusterId={clusterId} offered={offered} onAgain={onAgain} />
    );
  };
}
