import { Activity, Boxes, Play, Server, Settings } from "lucide-react";
import type { ReactNode } from "react";
import { clusterOrders } from "../../features/screens";
import type { Command } from "./command";

/** Tells places, by what is there, from actions. */
export function CommandIcon({ calls, effect }: Pick<Command, "calls" | "effect">): ReactNode {
  if (effect.kind !== "go" || effect.href.includes("?")) return <Play aria-hidden />;
  if (effect.href.startsWith("/hosts")) return <Server aria-hidden />;
  if (effect.href.startsWith("/operations")) return <Activity aria-hidden />;
  if (effect.href.startsWith("/settings")) return <Settings aria-hidden />;
  const isOrder = calls === "applyVip" || clusterOrders.some((one) => one.calls === calls);
  return isOrder ? <Play aria-hidden /> : <Boxes aria-hidden />;
}
