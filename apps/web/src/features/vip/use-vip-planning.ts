"use client";

import {
  type CheckReport,
  type Cluster,
  type OfferedFix,
  operationKinds,
  type Plan,
  type Vip,
  type VipChange,
  type VipCheckRequest,
} from "@primacy/contract";
import { useState } from "react";
import type { z } from "zod";
import { api } from "../../client/api";
import { useApi } from "../../client/use-api";
import { findResult } from "../../client/use-result";
import { type Starter, useStarter } from "../../client/use-started";
import { planVip } from "./vip-plan";

/** A change of a VIP on its way to its plan. */
export interface VipPlanning {
  readonly checking: Starter;
  /** Null until it is made: after checks of which none failed. */
  readonly plan: Plan | null;
  readonly report: CheckReport | null;
  /** What could be mended at once of what the checks found. */
  readonly fixes: readonly OfferedFix[];
  readonly ask: (request: z.input<typeof VipCheckRequest>) => void;
  readonly reset: () => void;
}

/** The plan of a change: after the checks, or at once where nothing is in force (`unchecked`). */
export function useVipPlanning(vip: Vip, cluster: Cluster, unchecked: VipChange | null): VipPlanning {
  const checking = useStarter();
  const [isAsked, setAsked] = useState(false);
  const vips = useApi("listVips", { params: { id: vip.clusterId } }).data?.items ?? [vip];
  const checked = findResult(operationKinds["vip.check"].result, checking.operation);
  const here =
    unchecked === null || !isAsked
      ? null
      : planVip(vip, { kind: "change", change: unchecked }, cluster, vips);
  return {
    checking,
    plan: here ?? (checked === null || checked.report.hasFailures ? null : checked.plan),
    report: checked?.report ?? null,
    fixes: checked?.fixes ?? [],
    ask: (body) => {
      if (unchecked !== null) setAsked(true);
      else checking.start(() => api.call("checkVip", { params: { id: vip.clusterId }, body }));
    },
    reset: () => {
      setAsked(false);
      checking.reset();
    },
  };
}
