"use client";

import { Position, ReactFlow } from "@xyflow/react";
import { type ReactNode, useCallback, useMemo } from "react";
import { findChipPlace, shapeOf, toneOfShelf } from "./chips";
import { EDGE_TYPES, type RoutedEdge } from "./flow-edge";
import { type FlowFrame, FlowFrameContext, NODE_TYPES, type TopologyNode } from "./flow-nodes";
import { CHIP, type Rect } from "./geometry";
import { layoutTopology, type TopologyLayout } from "./layout";
import { findRoute } from "./route";
import { findShelfLabels } from "./shelf";
import type { TopologyModel, TopologySelection } from "./types";

/** Properties of {@link TopologyFlow}. */
export interface TopologyFlowProps extends TopologyModel {
  readonly label: string;
  readonly selected: TopologySelection | undefined;
  readonly onSelect: ((selection: TopologySelection) => void) | undefined;
  /** The place that it has, in CSS pixels; null before it is measured. */
  readonly width: number | null;
}

/** Below this scale text cannot be read; the picture is then scrolled sideways instead. */
const SMALLEST_SCALE = 0.62;

/** The picture itself, scaled to fit. It stands still: a page that scrolls needs no canvas that pans. */
export function TopologyFlow(props: TopologyFlowProps): ReactNode {
  const { lanes, selected, onSelect, label } = props;
  const layout = useStableLayout(props);
  const nodes = buildNodes(layout, props);
  const edges = buildEdges(layout, props);
  const shape = shapeOf(props);
  const frame: FlowFrame = {
    lanes,
    laneRows: new Map(shape.laneRows.map(({ id, rows }) => [id, rows])),
    slotRows: shape.slotRows,
    occupiedLanes: new Set(props.chips.map((chip) => `${chip.cardId}/${chip.laneId}`)),
    selected,
    onSelect,
  };
  const scale = props.width === null ? 1 : Math.max(SMALLEST_SCALE, Math.min(1, props.width / layout.width));
  const setRole = useCallback(describeAsGroup, []);
  return (
    <FlowFrameContext value={frame}>
      <div className="overflow-x-auto overflow-y-hidden">
        <div className="mx-auto" style={{ width: layout.width * scale, height: layout.height * scale }}>
          <div
            className="origin-top-left"
            style={{
              width: layout.width,
              height: layout.height,
              transform: scale === 1 ? undefined : `scale(${scale})`,
            }}
          >
            <ReactFlow<TopologyNode, RoutedEdge>
              ref={setRole}
              aria-label={label}
              className="ui-topology"
              nodes={nodes}
              edges={edges}
              nodeTypes={NODE_TYPES}
              edgeTypes={EDGE_TYPES}
              width={layout.width}
              height={layout.height}
              nodesDraggable={false}
              nodesConnectable={false}
              nodesFocusable={false}
              edgesFocusable={false}
              elementsSelectable={false}
              disableKeyboardA11y
              panOnDrag={false}
              zoomOnPinch={false}
              zoomOnScroll={false}
              zoomOnDoubleClick={false}
              preventScrolling={false}
              ariaLabelConfig={NO_WORDS}
              proOptions={{ hideAttribution: true }}
            />
          </div>
        </div>
      </div>
    </FlowFrameContext>
  );
}

/** React Flow's own English descriptions are of editing, which there is none of. */
const NO_WORDS = {
  "node.a11yDescription.default": "",
  "node.a11yDescription.keyboardDisabled": "",
  "edge.a11yDescription.default": "",
};

/** React Flow calls itself an application, which would take a screen reader's own keys away. */
function describeAsGroup(flow: HTMLDivElement | null): void {
  flow?.setAttribute("role", "group");
}

/** The layout is made anew only when the shape differs, never when a state does. */
function useStableLayout(props: TopologyModel): TopologyLayout {
  const shape = shapeOf(props);
  const key = JSON.stringify([
    shape.cards.map(({ id, groupId }) => [id, groupId]),
    shape.groups,
    shape.entries.map(({ id, tier }) => [id, tier]),
    shape.slotRows,
    shape.laneRows,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the shape
  return useMemo(() => layoutTopology(shape), [key]);
}

/** In reading order: boxes, ways in, hosts, chips. Chips are sorted by id, so that a move never reorders the page. */
function buildNodes(layout: TopologyLayout, model: TopologyModel): TopologyNode[] {
  const nodes: TopologyNode[] = [];
  for (const group of model.groups) {
    const place = layout.groups.get(group.id);
    if (place !== undefined)
      nodes.push({ id: `group:${group.id}`, type: "region", data: { group }, zIndex: 0, ...placed(place) });
  }
  for (const entry of model.entries) {
    const place = layout.entries.get(entry.id);
    if (place !== undefined)
      nodes.push({ id: `entry:${entry.id}`, type: "entry", data: { entry }, zIndex: 2, ...placed(place) });
  }
  for (const card of model.cards) {
    const place = layout.cards.get(card.id);
    if (place !== undefined)
      nodes.push({ id: `card:${card.id}`, type: "card", data: { card }, zIndex: 2, ...placed(place) });
  }
  const shelf = model.chips.filter((chip) => chip.cardId === null);
  for (const [index, place] of findShelfLabels(layout.shelf, shelf.length).entries()) {
    nodes.push({
      id: `shelf:${index}`,
      type: "shelf",
      data: { label: model.shelfLabel, tone: toneOfShelf(shelf) },
      zIndex: 3,
      ...placed(place),
    });
  }
  for (const chip of [...model.chips].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const place = findChipPlace(layout, chip, shelf);
    if (place !== null) {
      nodes.push({
        id: `chip:${chip.id}`,
        type: "chip",
        data: { chip },
        zIndex: 3,
        ...placed({ ...place, width: CHIP.width, height: CHIP.height }),
      });
    }
  }
  return nodes;
}

function placed(
  rect: Rect,
): Pick<TopologyNode, "position" | "width" | "height" | "measured" | "handles" | "domAttributes"> {
  return {
    position: { x: rect.x, y: rect.y },
    width: rect.width,
    height: rect.height,
    // Measures and handles are given, not found in the page: the server can draw lines, and an update cannot lose
    // them for a frame. A handle is where React Flow ties a line; the lines' ways are our own.
    measured: { width: rect.width, height: rect.height },
    handles: [
      { type: "source", position: Position.Bottom, x: rect.width / 2, y: rect.height },
      { type: "target", position: Position.Top, x: rect.width / 2, y: 0 },
    ],
    // React Flow's own word for it, in English.
    domAttributes: { "aria-roledescription": undefined },
  };
}

function buildEdges(layout: TopologyLayout, model: TopologyModel): RoutedEdge[] {
  const edges: RoutedEdge[] = [];
  for (const edge of model.edges) {
    const route = findRoute(layout, edge);
    if (route === null) continue;
    edges.push({
      id: edge.id,
      type: "routed",
      // A host may be a card and a relay at once: the drawing library knows them apart by what they are.
      source: `${edge.kind === "replication" ? "card" : "entry"}:${edge.sourceId}`,
      target: `${layout.cards.has(edge.targetId) ? "card" : "entry"}:${edge.targetId}`,
      data: { edge, route },
      // What a line says stands in its cards' descriptions; its own name would be two ids.
      domAttributes: { "aria-hidden": true },
      zIndex: 1,
      focusable: false,
    });
  }
  return edges;
}
