"use client";

import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { useWidth } from "../foundation/use-width";
import { TopologyFlow } from "./topology-flow";
import { TopologyList } from "./topology-list";
import type { TopologyModel, TopologySelection } from "./types";

/** Properties of {@link TopologyCanvas}. */
export interface TopologyCanvasProps extends TopologyModel {
  /** The picture's accessible name. */
  readonly label: string;
  readonly selected?: TopologySelection;
  /** Opens a card's, a chip's or an entry's panel. Without it nothing is a button. */
  readonly onSelect?: (selection: TopologySelection) => void;
  readonly className?: string;
}

/** Narrower than this, the same topology is a list. */
const LIST_BELOW = 640;

/**
 * A live topology: ways in at the top, hosts as cards, facts as chips that travel. What stands where depends
 * on the set of things alone, so nothing jumps when a state changes. In a narrow place it is a list.
 */
export function TopologyCanvas({ className, selected, onSelect, ...model }: TopologyCanvasProps): ReactNode {
  const [box, width] = useWidth<HTMLDivElement>();
  const asList = width === null ? null : width < LIST_BELOW;
  return (
    <div ref={box} className={classNames("@container min-w-0", className)}>
      {/* The server does not know the width: it sends both, and the style sheet shows one. */}
      {asList === true ? null : (
        <div className={asList === null ? "@max-[40rem]:hidden" : undefined}>
          <TopologyFlow {...model} selected={selected} onSelect={onSelect} width={width} />
        </div>
      )}
      {asList === false ? null : (
        <div className={asList === null ? "@min-[40rem]:hidden" : undefined}>
          <TopologyList
            {...model}
            {...(selected === undefined ? {} : { selected })}
            {...(onSelect === undefined ? {} : { onSelect })}
          />
        </div>
      )}
    </div>
  );
}
