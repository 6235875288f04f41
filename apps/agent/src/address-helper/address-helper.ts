import { familyOf, hostPrefixLength, type Message, message } from "@primacy/contract";
import { addressHelperCalls, type GateAct, type GrantedVip, isPluginLabel } from "@primacy/contract/agent";
import { planAddressLabel } from "@primacy/core/vip";
import type { z } from "zod";
import { findVipManagers } from "../checks/find-vip-managers";
import { readCapabilities } from "../checks/read-capabilities";
import { readConfigured } from "../checks/read-configured";
import { readOperatorKeys } from "../fencing/operator-keys";
import { RateLimit } from "../http/rate-limit";
import type { Identity } from "../identity/identity";
import { keepRenewal } from "../identity/renewal";
import type { Log } from "../log/log";
import type { AddressTools } from "../run/address-tools";
import type { Layout } from "../store/layout";
import { monotonicMs } from "../vip/address/types";
import type { ArpNic } from "../vip/arp/types";
import { executeRelease } from "../vip/execute/execute-release";
import { findArpNic } from "../vip/execute/executor";
import type { GuardedAddress } from "../vip/gate/types";
import type { AddressHelperCall } from "./address-helper-client";
import { AddressHelperRefusalError } from "./address-helper-refusal-error";
import type { GrantStore } from "./grant-store";
import { removeLeft } from "./remove-left";

/** What the address helper stands on. */
export interface AddressHelperParts {
  readonly hands: AddressTools;
  readonly permits: GrantStore;
  readonly identity: Identity;
  readonly layout: Layout;
  readonly log: Log;
  /** Tells the supervisor that the agent lives. */
  readonly beat: () => void;
}

type Handler = (body: unknown) => Promise<unknown>;

/** The longest that the gate may be told to reset clients for. */
const longestGuardMs = 600_000;
const tombstoneMs = 60_000;
const releaseLimitsMs = { gate: 500, kill: 500, delete: 500 };
const announcementsPerSecond = 20;
const questionsPerSecond = 200;

/**
 * What the process that touches addresses does for the agent, and what it refuses: it holds the agent to the grant, however
 * the agent may have come to ask. Answers may come in another order than the requests.
 */
export class AddressHelper {
  readonly #parts: AddressHelperParts;
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #announcements = new RateLimit(announcementsPerSecond);
  readonly #questions = new RateLimit(questionsPerSecond);
  /** What this process may have bound, by address. */
  readonly #held = new Map<string, GrantedVip>();
  #isEnding = false;
  /** Changes of the permit run one after the other. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(parts: AddressHelperParts) {
    this.#parts = parts;
    this.#handlers = new Map([
      on(addressHelperCalls.lease, (body) => this.#lease(body)),
      on(addressHelperCalls.remove, (body) => this.#remove(body)),
      on(addressHelperCalls.removeLeft, (body) => this.#removeLeft(body)),
      on(addressHelperCalls.gate, (body) => this.#gate(body)),
      on(addressHelperCalls.removeGate, async () => this.#withGate(await parts.hands.gate.remove())),
      on(addressHelperCalls.kill, ({ address }) => this.#kill(address)),
      on(addressHelperCalls.announce, (body) => this.#announce(body)),
      on(addressHelperCalls.ask, (body) => this.#ask(body)),
      on(addressHelperCalls.permit, (signed) => this.#change(() => parts.permits.put(signed, Date.now()))),
      on(addressHelperCalls.settle, ({ clusterId }) => this.#change(() => this.#settle(clusterId))),
      on(addressHelperCalls.forget, ({ clusterId }) => this.#change(() => this.#forget(clusterId))),
      on(addressHelperCalls.keys, () => this.#readKeys()),
      on(addressHelperCalls.renew, (renewal) =>
        this.#change(() => keepRenewal(parts.layout, parts.identity, renewal)),
      ),
      on(addressHelperCalls.look, async () => ({
        capabilities: await readCapabilities(),
        managers: await findVipManagers({}),
        configured: await readConfigured(),
      })),
      on(addressHelperCalls.beat, async () => parts.beat()),
    ]);
  }

  /** Serves one request. Throws AddressHelperRefusalError, or what the act threw. */
  async serve(verb: string, body: unknown): Promise<unknown> {
    const handler = this.#handlers.get(verb);
    if (handler === undefined) {
      throw new AddressHelperRefusalError("bad_request", message("helper.no_such_call", { verb }));
    }
    return (await handler(body)) ?? {};
  }

  /**
   * Binds nothing any more, and releases everything that this process may have bound, in the order that clients survive
   * best. Never rejects.
   */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all([...this.#held.values()].map((vip) => this.#release(vip)));
  }

  async #release(vip: GrantedVip): Promise<void> {
    const { hands, log } = this.#parts;
    const isCut = vip.onRelease === "cut";
    const outcome = await executeRelease(
      {
        kind: "release",
        actionId: 0,
        target: {
          address: vip.address,
          prefixLength: hostPrefixLength(vip.address),
          nic: vip.nic,
          label: planAddressLabel(vip.nic, vip.address),
        },
        guardedPorts: isCut ? vip.ports : [],
        reason: "stop",
        endsConnections: isCut,
        tombstoneMs,
        limitsMs: releaseLimitsMs,
      },
      hands,
    );
    if (outcome.kind === "release-finished" && outcome.remaining.kind !== "own") {
      this.#held.delete(vip.address);
    }
    log.info("an address was released without the agent", { address: vip.address, outcome });
  }

  async #lease(
    body: z.output<typeof addressHelperCalls.lease.body>,
  ): Promise<z.input<typeof addressHelperCalls.lease.answer>> {
    const { nic, address, prefixLength, label, leaseSeconds, deadlineMs } = body;
    const leasable = this.#parts.permits.findLeasable(address, nic, monotonicMs());
    const isPermitted =
      leasable !== null &&
      leasable.vip.nic === nic &&
      leasable.vip.prefixLength === prefixLength &&
      label === planAddressLabel(nic, address) &&
      leaseSeconds <= leasable.maxLeaseSeconds;
    if (!isPermitted || this.#isEnding) {
      throw this.#refusal(message("helper.lease_not_granted", { address, prefixLength, nic, leaseSeconds }));
    }
    this.#held.set(address, leasable.vip);
    const request = { interfaceName: nic, address, label, leaseSeconds, deadlineMs };
    return this.#parts.hands.actuator.executeLease(request);
  }

  async #remove(
    body: z.output<typeof addressHelperCalls.remove.body>,
  ): Promise<z.input<typeof addressHelperCalls.remove.answer>> {
    const { nic, address, prefixLength } = body;
    const isKnown = this.#parts.permits
      .listKnown(address)
      .some((vip) => vip.nic === nic && vip.prefixLength === prefixLength);
    if (!isKnown) {
      throw this.#refusal(message("helper.removal_not_granted", { address, prefixLength, nic }));
    }
    const outcome = await this.#parts.hands.actuator.executeRemove(nic, address, prefixLength);
    if (outcome.kind === "done" && this.#held.get(address)?.nic === nic) {
      this.#held.delete(address);
    }
    return outcome;
  }

  /** One that this host never held: the grant has to have it by name, and what the kernel has must be as the plugin puts it there. */
  async #removeLeft(
    body: z.output<typeof addressHelperCalls.removeLeft.body>,
  ): Promise<z.input<typeof addressHelperCalls.removeLeft.answer>> {
    const { nic, address, prefixLength, label } = body;
    const guarded = this.#parts.permits.findGuarded(address);
    const isGranted =
      guarded !== null &&
      guarded.nic === nic &&
      guarded.prefixLength === prefixLength &&
      (familyOf(address) === 6 ? label === null : label !== null && isPluginLabel(label, nic));
    if (!isGranted) throw this.#refusal(message("helper.left_not_granted", { address, prefixLength, nic }));
    const removal = await removeLeft(body);
    this.#parts.log.warn("an address that the plugin left behind", { address, nic, outcome: removal.kind });
    return removal;
  }

  async #gate(
    body: z.output<typeof addressHelperCalls.gate.body>,
  ): Promise<z.input<typeof addressHelperCalls.gate.answer>> {
    const { act, address, ports, untilMs } = body;
    const known = this.#parts.permits.listKnown(address);
    const mayCover = known.flatMap((vip) => vip.ports);
    // The kernel counts whole milliseconds, and nft takes no others.
    const forMs = Math.ceil(Math.max(0, untilMs - monotonicMs()));
    if (known.length === 0 || ports.some((port) => !mayCover.includes(port)) || forMs > longestGuardMs) {
      throw this.#refusal(message("helper.gate_not_granted", { address, ports: ports.join(", ") }));
    }
    return this.#withGate(await this.#order(act, { address, ports }, forMs));
  }

  #order(act: GateAct, guarded: GuardedAddress, forMs: number): ReturnType<AddressTools["gate"]["install"]> {
    const { gate } = this.#parts.hands;
    return act === "forget" ? gate.forget(guarded) : gate[act](guarded, forMs);
  }

  #withGate<T>(outcome: T): { outcome: T; isWorking: boolean } {
    return { outcome, isWorking: this.#parts.hands.gate.isWorking };
  }

  async #kill(address: string): Promise<z.input<typeof addressHelperCalls.kill.answer>> {
    if (this.#parts.permits.listKnown(address).length === 0) {
      throw this.#refusal(message("helper.kill_not_granted", { address }));
    }
    const { killer } = this.#parts.hands;
    return killer === null
      ? { kind: "failed", reason: message("act.no_killer"), remaining: null }
      : killer.killFrom(address);
  }

  async #announce(
    body: z.output<typeof addressHelperCalls.announce.body>,
  ): Promise<z.input<typeof addressHelperCalls.announce.answer>> {
    const { nic, address, neighbours } = body;
    if (this.#parts.permits.findGranted(address)?.nic !== nic) {
      throw this.#refusal(message("helper.announcement_not_granted", { address, nic }));
    }
    if (!this.#announcements.isAllowed(address, monotonicMs())) {
      const told = message("helper.announced_too_often", { address });
      throw new AddressHelperRefusalError("rate_limited", told);
    }
    const { arp } = this.#parts.hands;
    const from = await this.#findNic(nic, address);
    if (arp === null || from === null) {
      return { kind: "failed", reason: message(from === null ? "act.no_nic" : "act.no_arp", { nic }) };
    }
    return neighbours === null
      ? arp.announce(from, address)
      : arp.announceTo(
          from,
          address,
          neighbours.filter((one) => familyOf(one) === familyOf(address)),
        );
  }

  async #ask(
    body: z.output<typeof addressHelperCalls.ask.body>,
  ): Promise<z.input<typeof addressHelperCalls.ask.answer>> {
    const { nic, address, windowMs } = body;
    if (familyOf(address) === null) {
      throw new AddressHelperRefusalError("bad_request", message("helper.not_an_address", { address }));
    }
    if (!this.#questions.isAllowed("", monotonicMs())) {
      throw new AddressHelperRefusalError("rate_limited", message("helper.asked_too_often"));
    }
    const { arp } = this.#parts.hands;
    const from = await this.#findNic(nic, address);
    if (arp === null || from === null) {
      return {
        kind: "failed",
        reason: message(from === null ? "act.no_nic" : "act.no_arp", { nic }),
        durationMs: 0,
      };
    }
    const answer = await arp.ask(from, address, windowMs);
    return answer.kind === "asked"
      ? { ...answer, macs: [...answer.macs], holders: [...answer.holders] }
      : answer;
  }

  /** By the kernel's own word: who asks must not choose for whom the packets speak. */
  async #findNic(name: string, address: string): Promise<ArpNic | null> {
    return findArpNic(await this.#parts.hands.actuator.listNetwork(), name, address);
  }

  async #settle(clusterId: string): Promise<void> {
    const present = await this.#parts.hands.actuator.listAddresses();
    await this.#parts.permits.settle(clusterId, (vip) =>
      present.some(({ address, interfaceName, label }) =>
        address === vip.address && interfaceName === vip.nic
          ? label === planAddressLabel(vip.nic, address)
          : false,
      ),
    );
  }

  async #forget(clusterId: string): Promise<void> {
    const addresses = this.#parts.permits.listOf(clusterId).map((vip) => vip.address);
    const held = addresses.flatMap((address) => this.#held.get(address) ?? []);
    await Promise.all(held.map((vip) => this.#release(vip)));
    await this.#parts.permits.forget(clusterId);
  }

  async #readKeys(): Promise<z.input<typeof addressHelperCalls.keys.answer>> {
    const { keys, problems } = await readOperatorKeys(this.#parts.layout.operatorKeysFile);
    return {
      keys: keys.map((key) => ({ ...key, blob: key.blob.toString("base64") })),
      problems: [...problems],
    };
  }

  #refusal(told: Message): AddressHelperRefusalError {
    this.#parts.log.warn("what was asked is not granted", { reason: told.text });
    return new AddressHelperRefusalError("not_permitted", told);
  }

  #change<T>(act: () => Promise<T>): Promise<T> {
    const next = this.#changes.then(act, act);
    this.#changes = next.catch(() => undefined);
    return next;
  }
}

function on<Body, Answer>(
  { verb, body: form }: AddressHelperCall<Body, Answer>,
  serve: (body: Body) => Promise<unknown>,
): [string, Handler] {
  return [
    verb,
    async (body) => {
      const parsed = form.safeParse(body);
      if (!parsed.success) {
        const said = parsed.error.issues.map((issue) => issue.message).join("; ");
        throw new AddressHelperRefusalError("bad_request", message("helper.body_invalid", { verb, said }));
      }
      return serve(parsed.data);
    },
  ];
}
