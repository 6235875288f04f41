import { getProofWaitMs, listPeersToProve } from "./standing";
import { computeOldestUsableMs } from "./timings";
import { type Turn, update } from "./turn";
import type { GroupTrack, ReleaseProof, Silence, SilenceTrack, VipInput, VipPhase, VipState } from "./types";

type GroupObserved = Extract<VipInput, { kind: "group-observed" }>;
type Proving = Extract<VipPhase, { status: "PROVING" }>;

/**
 * On the builds for which UNREACHABLE counts, a member that was heard between two reads this far apart would still be
 * shown as reachable at the second: they need 5 s of silence to show it as UNREACHABLE again.
 */
const READ_GAP_MS = 4000;
/** Older reads say nothing of who has come back since. */
const READ_FRESH_MS = 2000;
/** MySQL looks once a second whether a member that it shows as UNREACHABLE has been heard. */
const SHOWN_LATE_MS = 1100;
/** After that nothing is said of it any more, whatever else is known. */
const MAX_SINCE_SILENCE_MS = 3000;
/** A witness whose server still showed the peer a moment ago is asked again soon: servers learn of a removal together. */
export const WITNESS_RETRY_MS = 100;

/** Notes what the local server shows of its group: who is silent, and since when, judged on the careful side. */
export function onGroupObserved(turn: Turn, input: GroupObserved): void {
  const { state, nowMs } = turn;
  if (input.self !== "ONLINE" || input.members.length === 0) {
    update(turn, { group: null });
    return;
  }
  const { group } = state;
  const isContinued = group !== null && nowMs - group.readAtMs <= READ_GAP_MS;
  const before = isContinued ? group : null;
  const isKnown = input.members.every(({ hostId }) => hostId !== null);
  const silent: Record<string, SilenceTrack> = {};
  for (const { hostId } of state.config.peers) {
    const track = trackSilence(before, hostId, input, nowMs);
    if (track !== null) silent[hostId] = track;
  }
  const knownSinceMs = isKnown ? (before?.knownSinceMs ?? nowMs) : nowMs;
  const isShown = (hostId: string): boolean =>
    input.members.some((member) => member.hostId === hostId && member.state !== "UNREACHABLE");
  const fences = Object.fromEntries(Object.entries(state.fences).filter(([hostId]) => !isShown(hostId)));
  update(turn, { group: { readAtMs: input.readStartedAtMs, knownSinceMs, silent }, fences });
}

function trackSilence(
  before: GroupTrack | null,
  hostId: string,
  { members, readStartedAtMs, silenceBeforeMs }: GroupObserved,
  nowMs: number,
): SilenceTrack | null {
  const shown = members.find((member) => member.hostId === hostId);
  const known = before?.silent[hostId] ?? null;
  if (shown === undefined) {
    return { unreachable: known?.unreachable ?? null, goneSinceMs: known?.goneSinceMs ?? nowMs };
  }
  if (shown.state !== "UNREACHABLE") return null;
  // Where it is not known how long the server waits before it shows this, the member may be heard again and again.
  if (silenceBeforeMs === 0) return null;
  // A member that was gone and is in the view again has been heard.
  const isStill = known !== null && known.goneSinceMs === null && known.unreachable !== null;
  const fromMs = isStill ? known.unreachable.fromMs : nowMs - silenceBeforeMs;
  return { unreachable: { fromMs, untilMs: readStartedAtMs - SHOWN_LATE_MS }, goneSinceMs: null };
}

/** What this host can testify: the silence of every host that has left the local server's view. */
export function listSilences(state: VipState, nowMs: number): Readonly<Record<string, Silence>> {
  const { group } = state;
  if (group === null || nowMs - group.readAtMs > READ_FRESH_MS) return {};
  const waitMs = getProofWaitMs(state);
  const silences: Record<string, Silence> = {};
  for (const [hostId, track] of Object.entries(group.silent)) {
    const silence = describeSilence(group, track, waitMs, nowMs);
    if (silence !== null) silences[hostId] = silence;
  }
  return silences;
}

/**
 * Only of a host that has left the view: nothing that it asks for can be ordered by the group any more. And only of the
 * time in which every member shown was a configured host: another one could be the same host's majority, or its server
 * under another name.
 */
function describeSilence(
  { knownSinceMs, readAtMs }: GroupTrack,
  { unreachable, goneSinceMs }: SilenceTrack,
  waitMs: number,
  nowMs: number,
): Silence | null {
  if (goneSinceMs === null) return null;
  const gone = { fromMs: Math.max(goneSinceMs, knownSinceMs), untilMs: readAtMs };
  const before =
    unreachable === null ? null : { ...unreachable, fromMs: Math.max(unreachable.fromMs, knownSinceMs) };
  // As soon as it is long enough by itself the newer one is the better one: it ends now.
  const told = before === null || gone.untilMs - gone.fromMs >= waitMs ? gone : before;
  if (told.untilMs <= told.fromMs) return null;
  return { fromAgoMs: nowMs - told.fromMs, untilAgoMs: nowMs - told.untilMs };
}

/**
 * R2, quorum silence: every other configured host, this one included, testifies that its server has not heard the
 * peer's for the whole proof wait, at one and the same time. A group needs a majority to order the peer's probe, so the
 * peer had no evidence in that time, and its kernel has removed the address. To have it again since then the peer would
 * have needed our acknowledgement (if it has our configuration), or another proof wait. A peer whose agent has answered
 * since the silence began is not silent. Null while that is not shown.
 */
export function findSilenceProof(
  state: VipState,
  phase: Proving,
  peer: string,
  nowMs: number,
): ReleaseProof | null {
  // An assigned VIP's evidence may come through the server of another host: the silence of its own shows nothing.
  if (state.config.right === "assigned") return null;
  const waitMs = getProofWaitMs(state);
  const ask = phase.asks[peer];
  if (ask === undefined || !ask.hasFailed) return null;
  const own = listSilences(state, nowMs)[peer];
  const goneSinceMs = state.group?.silent[peer]?.goneSinceMs ?? null;
  if (own === undefined || goneSinceMs === null) return null;
  const testimonies = [own];
  const witnesses = listPeersToProve(state.config).filter((other) => other !== peer);
  for (const witness of witnesses) {
    const told = findTestimony(phase, witness, peer, nowMs);
    if (told === null) return null;
    testimonies.push(told);
  }
  const fromAgoMs = Math.min(...testimonies.map((silence) => silence.fromAgoMs));
  const untilAgoMs = Math.max(...testimonies.map((silence) => silence.untilAgoMs));
  if (fromAgoMs - untilAgoMs < waitMs || untilAgoMs > MAX_SINCE_SILENCE_MS) return null;
  if (untilAgoMs - (nowMs - goneSinceMs) > computeMaxUnheardMs(state, waitMs)) return null;
  const seen = state.peersSeen[peer];
  if (seen === undefined || seen.epoch !== state.config.epoch || nowMs - seen.atMs <= fromAgoMs) return null;
  const acknowledgedAtMs = state.acknowledgedAtMs[peer];
  if (acknowledgedAtMs !== undefined && nowMs - acknowledgedAtMs < waitMs) return null;
  return { kind: "R2", atMs: nowMs, witnesses };
}

/**
 * How much time there may be between the silence that all can testify and the instant from which the peer was out of our view, and
 * the group ordered nothing for it. In more of it the peer could have been heard, waited (R3), and got the evidence to bind on.
 */
function computeMaxUnheardMs({ config: { timings } }: VipState, waitMs: number): number {
  return waitMs - computeOldestUsableMs(timings) - timings.rpcTimeoutMs;
}

/** What a witness told of the peer, aged to now: it was told at some instant between question and answer. */
function findTestimony(phase: Proving, witness: string, peer: string, nowMs: number): Silence | null {
  const testimony = phase.asks[witness]?.testimony ?? null;
  const silence = testimony?.silences[peer];
  if (testimony === null || silence === undefined) return null;
  return {
    fromAgoMs: silence.fromAgoMs + nowMs - testimony.atMs,
    untilAgoMs: silence.untilAgoMs + nowMs - testimony.askedAtMs,
  };
}

/** The peers that have acknowledged, but whose testimony on a peer that does not answer is still missing. */
export function listWitnessesToAsk(state: VipState, phase: Proving, nowMs: number): readonly string[] {
  if (state.config.right === "assigned") return [];
  const own = listSilences(state, nowMs);
  const doubtful = listPeersToProve(state.config).filter(
    (peer) => phase.proofs[peer] === undefined && own[peer] !== undefined && phase.asks[peer]?.hasFailed,
  );
  if (doubtful.length === 0) return [];
  return listPeersToProve(state.config).filter((peer) => {
    const ask = phase.asks[peer];
    if (phase.proofs[peer]?.kind !== "R1" || ask === undefined || ask.askedAtMs !== null) return false;
    const { testimony } = ask;
    if (testimony === null) return true;
    const hasTold = doubtful.every((silent) => silent === peer || testimony.silences[silent] !== undefined);
    return nowMs - testimony.atMs >= (hasTold ? state.config.timings.pollMs : WITNESS_RETRY_MS);
  });
}
