import type { ProbeOutcome, VipAction } from "../types";
import type { FakeHost } from "./fake-host";
import type { Simulator } from "./simulator";

type AskRelease = Extract<VipAction, { kind: "ask-release" }>;
type ReplyRelease = Extract<VipAction, { kind: "reply-release" }>;
type ProbeConflict = Extract<VipAction, { kind: "probe-stranger" }>;

const LOSS = 0.02;
const STRAGGLERS = 0.01;

/** What travels between hosts: release requests and their answers, hints, ARP. */
export class FakeWire {
  private readonly open = new Map<string, { readonly from: FakeHost; isAnswered: boolean }>();
  private serial = 0;

  constructor(private readonly simulator: Simulator) {}

  askRelease(from: FakeHost, action: AskRelease): void {
    const to = this.simulator.getHost(action.peer);
    const requestId = `${from.hostId}#${this.serial}`;
    this.serial += 1;
    const request = { from, isAnswered: false };
    this.open.set(requestId, request);
    const { peer, nonce } = action;
    const fail = (code: "timeout" | "unreachable") =>
      from.agent.inAgent(() => {
        if (request.isAnswered) return;
        request.isAnswered = true;
        from.agent.feed({ kind: "peer-failed", peer, nonce, code });
      });
    from.later(action.timeoutMs / from.rate, fail("timeout"));
    if (!this.passes(from, to)) return;
    const arrive = () => {
      if (!this.simulator.network.rpcWorks(from.index, to.index)) return;
      if (to.agent.status === "dead") this.back(to, from, fail("unreachable"));
      else to.agent.inAgent(() => this.receive(from, to, action, requestId))();
    };
    // `later` of the receiver: a frozen machine takes it in after its resume.
    to.later(this.drawDelayMs(), arrive);
  }

  private receive(from: FakeHost, to: FakeHost, action: AskRelease, requestId: string): void {
    const { mutations } = this.simulator;
    const isUnbound = !to.kernel.has(action.address);
    const shortcut = mutations.ackBeforeRelease || (mutations.ackWithoutCancel && isUnbound);
    const { epoch, proofWaitMs, nonce, viewId, evidenceAgeMs } = action;
    if (shortcut) {
      const ack: ReplyRelease = {
        kind: "reply-release",
        peer: from.hostId,
        nonce,
        requestId,
        answer: { kind: "ack", silences: {} },
        epoch,
        proofWaitMs,
      };
      this.replyRelease(to, ack);
      if (mutations.ackWithoutCancel) return;
    }
    this.simulator.observer.forgive(to.index);
    to.agent.feed({
      kind: "peer-requests-release",
      peer: from.hostId,
      nonce,
      requestId,
      epoch,
      viewId,
      evidenceAgeMs,
      proofWaitMs,
    });
  }

  replyRelease(from: FakeHost, action: ReplyRelease): void {
    const request = this.open.get(action.requestId);
    if (request === undefined) return;
    this.open.delete(action.requestId);
    const to = request.from;
    if (!this.passes(from, to)) return;
    const { answer, nonce, epoch, proofWaitMs } = action;
    const peer = from.hostId;
    // Delivered even if the asker gave up meanwhile: the decision itself must refuse what comes too late.
    const deliver = to.agent.inAgent(() => {
      request.isAnswered = true;
      to.agent.feed(
        answer.kind === "ack"
          ? { kind: "peer-acked", peer, nonce, epoch, proofWaitMs, silences: answer.silences }
          : { kind: "peer-refused", peer, nonce, reason: answer.reason, epoch, proofWaitMs },
      );
    });
    this.back(from, to, deliver);
  }

  private back(from: FakeHost, to: FakeHost, deliver: () => void): void {
    to.later(this.drawDelayMs(), () => {
      if (this.simulator.network.rpcWorks(from.index, to.index)) deliver();
    });
  }

  /** Asks another host's agent to read on its server whether the asker has the address; tells nothing where that proves nothing. */
  askAssignment(
    from: FakeHost,
    to: FakeHost,
    onAnswer: (isAssigned: boolean, isTrue: boolean) => void,
  ): void {
    if (!this.passes(from, to)) return;
    const answer = (isAssigned: boolean, isTrue: boolean): void =>
      this.back(
        to,
        from,
        from.agent.inAgent(() => onAnswer(isAssigned, isTrue)),
      );
    const receive = to.agent.inAgent(() => {
      const { incarnation } = to.agent;
      const report = (outcome: ProbeOutcome, isTrue: boolean): void => {
        if (to.agent.incarnation !== incarnation) return;
        if (outcome.kind === "primary") answer(true, isTrue);
        else if (outcome.kind === "not-primary" && outcome.reason === "changed-during-probe")
          answer(false, isTrue);
      };
      this.simulator.group.startProbe(to.index, report, from.index);
    });
    to.later(this.drawDelayMs(), receive);
  }

  hint(from: FakeHost, peer: string): void {
    const to = this.simulator.getHost(peer);
    if (!this.passes(from, to)) return;
    const feed = to.agent.inAgent(() => to.agent.feed({ kind: "peer-hinted", peer: from.hostId }));
    to.later(this.drawDelayMs(), feed);
  }

  /** The question that keeps the connections warm: who answers has given a sign of life. */
  ping(from: FakeHost): void {
    for (const to of this.simulator.hosts) {
      if (to === from || !this.passes(from, to)) continue;
      const answer = to.agent.inAgent(() => {
        const epoch = to.agent.config.epoch;
        const seen = from.agent.inAgent(() => from.agent.feed({ kind: "peer-seen", peer: to.hostId, epoch }));
        from.later(this.simulator.draw(0.3, 8, 1), () => {
          if (this.simulator.network.rpcWorks(from.index, to.index)) seen();
        });
      });
      to.later(this.simulator.draw(0.3, 8, 1), answer);
    }
  }

  private passes(from: FakeHost, to: FakeHost): boolean {
    if (!this.simulator.network.rpcWorks(from.index, to.index)) return false;
    return this.simulator.isCalm || !this.simulator.chance.happens(LOSS);
  }

  private drawDelayMs(): number {
    const isStraggler = this.simulator.chance.happens(STRAGGLERS) && !this.simulator.isCalm;
    return isStraggler ? this.simulator.draw(0, 3000, 1) : this.simulator.draw(0.3, 8, 1);
  }

  /** Two ARP requests of 200 ms; an answer ends it early. */
  probeStranger(from: FakeHost, action: ProbeConflict): void {
    const startedAtMs = from.localNow();
    const early = this.listAnswers(from, action.target.address);
    const takesMs =
      early.length > 0 ? this.simulator.draw(1, 10, 2) : action.attempts * action.attemptTimeoutMs;
    const report = from.agent.inAgent(() => {
      const macs = this.listAnswers(from, action.target.address);
      const outcome = { kind: "answered", macs: [...new Set([...early, ...macs])] } as const;
      from.agent.feed({
        kind: "stranger-checked",
        strangerProbeId: action.strangerProbeId,
        startedAtMs,
        outcome,
      });
    });
    from.later(takesMs, report);
  }

  private listAnswers(from: FakeHost, address: string): readonly string[] {
    const macs = this.simulator.hosts
      .filter((host) => host !== from && !host.isFrozen && host.kernel.has(address))
      .filter((host) => this.simulator.network.talks(from.index, host.index))
      .map((host) => host.mac);
    return this.simulator.isStrangerHere ? [...macs, "02:ff:ff:ff:ff:ff"] : macs;
  }
}
