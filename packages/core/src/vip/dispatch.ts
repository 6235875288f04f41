import { onActCancelled, onActDone, onActFailed } from "./acts";
import { onHostFenced } from "./fence";
import { onConflictChecked, onKernelObserved, onLinkObserved } from "./observe-host";
import { onProbeEnded, onProbeFinished, onRoleObserved, onSessionLost } from "./observe-mysql";
import {
  onConfigReplaced,
  onMaintenanceSet,
  onOperatorRelease,
  onOperatorUnblock,
  onStopRequested,
} from "./operator";
import {
  onPeerAcked,
  onPeerFailed,
  onPeerHinted,
  onPeerRefused,
  onPeerRequestsRelease,
  onPeerSeen,
} from "./peers";
import { onReleaseFinished } from "./release";
import { onGroupObserved } from "./silence";
import { invalidate, type Turn, update } from "./turn";
import type { VipInput } from "./types";

type InputMap = { [I in VipInput as I["kind"]]: I };
type InputKind = keyof InputMap;
type InputOf<K extends InputKind> = { [P in K]: { readonly kind: P } & InputMap[P] }[K];
type Handlers = { readonly [K in InputKind]: (turn: Turn, input: InputOf<K>) => void };

const HANDLERS: Handlers = {
  tick: () => {},
  "probe-finished": onProbeFinished,
  "probe-ended": (turn, input) => onProbeEnded(turn, input.probeId),
  "session-lost": (turn, input) => onSessionLost(turn, input.detail),
  "role-observed": (turn, input) => onRoleObserved(turn, input.observation),
  "group-observed": onGroupObserved,
  "kernel-observed": onKernelObserved,
  "link-observed": (turn, input) => onLinkObserved(turn, input.state),
  "act-done": onActDone,
  "act-failed": onActFailed,
  "act-cancelled": (turn, input) => onActCancelled(turn, input.actionId),
  "release-finished": onReleaseFinished,
  "stranger-checked": onConflictChecked,
  "peer-acked": onPeerAcked,
  "peer-refused": onPeerRefused,
  "peer-failed": (turn, input) => onPeerFailed(turn, input.peer, input.nonce, input.code),
  "peer-requests-release": onPeerRequestsRelease,
  "peer-hinted": (turn) => onPeerHinted(turn),
  "peer-seen": (turn, input) => onPeerSeen(turn, input.peer, input.epoch),
  "config-replaced": (turn, input) => onConfigReplaced(turn, input.config),
  "maintenance-set": (turn, input) => onMaintenanceSet(turn, input.mode),
  "operator-release": (turn, input) => onOperatorRelease(turn, input.stay),
  "host-fenced": onHostFenced,
  "operator-unblock": (turn) => onOperatorUnblock(turn),
  "gap-detected": (turn, input) => {
    invalidate(turn, input.cause);
    update(turn, { group: null });
  },
  "stop-requested": (turn, input) => onStopRequested(turn, input.reason),
};

/** Takes one input into the state; the table has an entry for every kind or does not compile. */
export function dispatch<K extends InputKind>(turn: Turn, input: InputOf<K>): void {
  HANDLERS[input.kind](turn, input);
}
