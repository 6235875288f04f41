"use client";

import { Link } from "@primacy/ui";
import type { TopologySelection } from "@primacy/ui/topology";
import type { ReactNode } from "react";
import type { TopologyPlace } from "./use-topology-place";

/** What a link to something in the topology needs of the page. */
export type SelectionLinks = Pick<TopologyPlace, "select" | "hrefOf">;

/** The name of something in the topology; it opens what its card or chip opens in the picture. */
export function SelectionLink({
  place,
  selection,
  children,
}: {
  readonly place: SelectionLinks;
  readonly selection: TopologySelection;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Link
      href={place.hrefOf(selection)}
      tone="quiet"
      keepsPlace
      onClick={(event) => {
        // In a new tab it is the browser's.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        place.select(selection);
      }}
    >
      {children}
    </Link>
  );
}
