import type { RoleCheckOrder } from "@primacy/contract/agent";
import { findRoleReason } from "@primacy/core/proxy";
import { refuseCluster } from "../http/refusal";
import type { Log } from "../log/log";
import type { ClusterRuntime } from "../run/cluster-runtime";
import type { AgentStore } from "../store/agent-store";
import { monotonicMs } from "../vip/address/types";
import type { RoleChecks } from "./role-checks";

/** What one cluster's checks stand on. */
export interface RoleCheckParts {
  readonly roleChecks: Pick<RoleChecks, "set">;
  readonly store: Pick<AgentStore, "readRoleCheck" | "writeRoleCheck">;
  readonly runtime: Pick<ClusterRuntime, "document" | "mysql">;
  readonly log: Log;
}

/**
 * The checks of one cluster: proxies are told what the status says of its server. Nothing that decides about addresses knows of
 * it.
 */
export class PartRoleCheck {
  readonly #parts: RoleCheckParts;

  constructor(parts: RoleCheckParts) {
    this.#parts = parts;
  }

  /** Takes up what was kept over a restart. Throws StoreError. */
  async restore(clusterId: string): Promise<void> {
    this.#set(clusterId, await this.#parts.store.readRoleCheck());
  }

  /** Switches the checks on or off, and keeps it. Throws RefusalError where the host is not in that cluster, and StoreError. */
  async put(order: RoleCheckOrder): Promise<void> {
    const { clusterId, port } = order;
    const held = this.#parts.runtime.document?.clusterId ?? null;
    if (held !== clusterId) throw refuseCluster(held);
    await this.#parts.store.writeRoleCheck(order);
    this.#set(clusterId, port);
    this.#parts.log.info("role checks", { port });
  }

  /** Answers no more for a cluster that the host leaves. */
  end(clusterId: string): void {
    this.#set(clusterId, null);
  }

  #set(clusterId: string, port: number | null): void {
    const { roleChecks, runtime } = this.#parts;
    roleChecks.set(clusterId, port, (asked) => findRoleReason(asked, runtime.mysql, monotonicMs()));
  }
}
