"use client";

import { type Edge, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import type { ReactNode } from "react";
import { Badge } from "../feedback/badge";
import { SERIES_COLORS } from "../foundation/series";
import { TONE_STYLES } from "../foundation/tone";
import type { EdgeRoute } from "./route";
import type { TopologyEdge } from "./types";

/** An edge of the flow: our own way, and what it says. */
export type RoutedEdge = Edge<{ edge: TopologyEdge; route: EdgeRoute }, "routed">;

/** A line that is well is calm: the colour of its way in, or a hairline for replication. */
function strokeOf(edge: TopologyEdge): string {
  if (edge.tone !== "ok") return TONE_STYLES[edge.tone].cssColor;
  if (edge.kind === "replication") return "var(--line-control)";
  return edge.series === undefined ? "var(--line-control)" : SERIES_COLORS[edge.series];
}

function RoutedEdgeView({ data }: EdgeProps<RoutedEdge>): ReactNode {
  if (data === undefined) return null;
  const { edge, route } = data;
  const color = strokeOf(edge);
  const broken = edge.tone === "failed" || edge.tone === "unknown";
  const wing = route.endDirection === "up" ? 5 : -5;
  const arrow = `M-4 ${wing}L0 0L4 ${wing}`;
  return (
    <>
      {/* Two lines of the same form melt into each other where the browser can; elsewhere the new one appears. */}
      <path
        d={route.path}
        style={{ d: `path("${route.path}")` }}
        className="ui-topology-line"
        fill="none"
        stroke={color}
        strokeWidth={edge.kind === "access" && edge.isLight !== true ? 1.75 : 1.25}
        strokeOpacity={edge.isLight === true && edge.tone === "ok" ? 0.6 : undefined}
        strokeDasharray={broken ? "4 4" : undefined}
      />
      <path
        d={arrow}
        fill="none"
        stroke={color}
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="ui-topology-arrow"
        style={{ transform: `translate(${route.end.x}px, ${route.end.y}px)` }}
      />
      {edge.label === undefined ? null : (
        <EdgeLabelRenderer>
          <div
            aria-hidden
            className="absolute z-[2]"
            style={{
              transform: `translate(-50%, -50%) translate(${route.labelAt.x}px, ${route.labelAt.y}px)`,
            }}
          >
            <Badge
              {...(edge.tone === "ok" ? {} : { tone: edge.tone })}
              className="bg-surface font-normal tabular-nums"
            >
              {edge.label}
            </Badge>
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

/** The only edge type. */
export const EDGE_TYPES = { routed: RoutedEdgeView } as const;
