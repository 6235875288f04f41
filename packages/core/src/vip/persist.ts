import { act, type Turn, update } from "./turn";
import type { PersistedVip } from "./types";

/** Orders the record that a restart takes over to be written, whenever it has changed. */
export function persistWhenChanged(turn: Turn): void {
  const { config, maintenance, standingBlock, tombstoneUntilMs, persisted } = turn.state;
  const blocked = standingBlock?.code === "flapping" ? standingBlock : null;
  const isSame =
    persisted.vipId === config.vipId &&
    persisted.epoch === config.epoch &&
    persisted.maintenance === maintenance &&
    persisted.tombstoneUntilMs === tombstoneUntilMs &&
    (persisted.blocked === null) === (blocked === null);
  if (isSame) return;
  const next: PersistedVip = {
    vipId: config.vipId,
    epoch: config.epoch,
    maintenance,
    blocked: blocked === null ? null : { code: "flapping" },
    tombstoneUntilMs,
  };
  update(turn, { persisted: next });
  act(turn, { kind: "persist", persisted: next });
}
