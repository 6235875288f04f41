"use client";

import type { TopologySelection } from "@primacy/ui/topology";
import { usePathname, useSearchParams } from "next/navigation";
import { useRef } from "react";
import { toAddress } from "../../client/page-address";
import { formatSelection, parseSelection } from "./topology-selection";

/** What of the topology is looked at, as the address of the page says it. */
export interface TopologyPlace {
  readonly isTable: boolean;
  readonly showTable: (isTable: boolean) => void;
  readonly selected: TopologySelection | null;
  readonly select: (selection: TopologySelection | null) => void;
  /** The address with this chosen. */
  readonly hrefOf: (selection: TopologySelection) => string;
}

/**
 * Keeps in the address whether the picture or its table is shown, and what was chosen in it: a link to both can be sent,
 * and going back closes what was opened. The page has everything already, so the server is not asked.
 */
export function useTopologyPlace(): TopologyPlace {
  const path = usePathname();
  const asked = useSearchParams();
  /** True while the entry before this one in the browser's history is the same page with nothing chosen. */
  const isStepBackClosed = useRef(false);
  const selected = parseSelection(asked.get("selected"));
  const changed = (changes: Readonly<Record<string, string | null>>): string =>
    toAddress(path, asked, changes);
  const hrefOf = (selection: TopologySelection): string => changed({ selected: formatSelection(selection) });
  const replace = (href: string): void => window.history.replaceState(null, "", href);
  return {
    isTable: asked.get("view") === "table",
    showTable: (isTable) => {
      isStepBackClosed.current = false;
      replace(changed({ view: isTable ? "table" : null }));
    },
    selected,
    select: (next) => {
      if (next !== null && selected === null) {
        isStepBackClosed.current = true;
        window.history.pushState(null, "", hrefOf(next));
      } else if (next === null && isStepBackClosed.current) {
        isStepBackClosed.current = false;
        window.history.back();
      } else replace(next === null ? changed({ selected: null }) : hrefOf(next));
    },
    hrefOf,
  };
}
