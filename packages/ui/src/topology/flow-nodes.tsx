"use client";

import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { createContext, type ReactNode, useContext } from "react";
import { classNames } from "../foundation/class-names";
import { TONE_STYLES } from "../foundation/tone";
import { CardView } from "./card-view";
import { ChipView } from "./chip-view";
import { isBlind } from "./chips";
import { EmptyLane } from "./empty-lane";
import { EntryView } from "./entry-view";
import type {
  TopologyCard,
  TopologyChip,
  TopologyEntry,
  TopologyGroup,
  TopologyLane,
  TopologySelection,
} from "./types";

/** What every node needs besides its own facts. */
export interface FlowFrame {
  readonly lanes: readonly TopologyLane[];
  readonly laneRows: ReadonlyMap<string, number>;
  readonly slotRows: number;
  /** "card/lane" of every lane that carries a chip. */
  readonly occupiedLanes: ReadonlySet<string>;
  readonly selected: TopologySelection | undefined;
  readonly onSelect: ((selection: TopologySelection) => void) | undefined;
}

/** Carries the frame past React Flow, which knows nodes only by their data. */
export const FlowFrameContext = createContext<FlowFrame | null>(null);

/** The nodes of the flow. */
export type CardNode = Node<{ card: TopologyCard }, "card">;
export type ChipNode = Node<{ chip: TopologyChip }, "chip">;
export type EntryNode = Node<{ entry: TopologyEntry }, "entry">;
export type GroupNode = Node<{ group: TopologyGroup }, "region">;
export type ShelfNode = Node<{ label: string; tone: "failed" | "unknown" }, "shelf">;
export type TopologyNode = CardNode | ChipNode | EntryNode | GroupNode | ShelfNode;

function useFrame(): FlowFrame {
  const frame = useContext(FlowFrameContext);
  if (frame === null) throw new Error("a topology node is drawn outside its canvas");
  return frame;
}

function useSelection(
  kind: TopologySelection["kind"],
  id: string,
): { selected: boolean; onSelect: (() => void) | undefined } {
  const { selected, onSelect } = useFrame();
  return {
    selected: selected?.kind === kind && selected.id === id,
    onSelect: onSelect && (() => onSelect({ kind, id })),
  };
}

/**
 * React Flow ties lines to these, though the lines' ways are our own. The nodes carry the same handles as data, for
 * the server and for the time between an update and the next measurement; the measurement looks for these.
 */
function Handles(): ReactNode {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} className="ui-topology-handle" />
      <Handle type="source" position={Position.Bottom} isConnectable={false} className="ui-topology-handle" />
    </>
  );
}

function CardNodeView({ data: { card } }: NodeProps<CardNode>): ReactNode {
  const { lanes, laneRows, slotRows, occupiedLanes } = useFrame();
  const selection = useSelection("card", card.id);
  return (
    <>
      <CardView
        card={card}
        lanes={lanes}
        laneRows={laneRows}
        slotRows={slotRows}
        {...selection}
        renderLane={(laneId) =>
          occupiedLanes.has(`${card.id}/${laneId}`) || isBlind(card) ? null : <EmptyLane />
        }
      />
      <Handles />
    </>
  );
}

function ChipNodeView({ data: { chip } }: NodeProps<ChipNode>): ReactNode {
  return <ChipView chip={chip} {...useSelection("chip", chip.id)} />;
}

function EntryNodeView({ data: { entry } }: NodeProps<EntryNode>): ReactNode {
  const { selected, onSelect } = useSelection("entry", entry.id);
  return (
    <>
      <EntryView
        entry={entry}
        selected={selected}
        onSelect={entry.isSelectable === false ? undefined : onSelect}
      />
      <Handles />
    </>
  );
}

function GroupNodeView({ data: { group } }: NodeProps<GroupNode>): ReactNode {
  return (
    <div className="h-full rounded-xl border border-line bg-sunken/60 px-5 py-2.5">
      <p className="font-medium text-ink-muted text-xs">{group.label}</p>
    </div>
  );
}

function ShelfNodeView({ data: { label, tone } }: NodeProps<ShelfNode>): ReactNode {
  return (
    <p className={classNames("font-medium text-xs whitespace-nowrap", TONE_STYLES[tone].ink)}>{label}</p>
  );
}

/** Every node type by its name. */
export const NODE_TYPES = {
  card: CardNodeView,
  chip: ChipNodeView,
  entry: EntryNodeView,
  region: GroupNodeView,
  shelf: ShelfNodeView,
} as const;
