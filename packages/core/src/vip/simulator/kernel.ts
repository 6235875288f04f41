import { hostPrefixLength } from "@primacy/contract";
import { isVipLabel } from "../label";
import type { KernelObservation, VipTarget } from "../types";

interface Lease {
  readonly target: VipTarget;
  /** Simulated instant at which its lifetime ends; the kernel removes it up to EPS later. */
  readonly endsAt: number;
  readonly serial: number;
}

/** The addresses of one fake host: short lifetimes that end up to EPS late, counted in the host's own running time. */
export class FakeKernel {
  private readonly leases = new Map<string, Lease>();
  private serial = 0;

  constructor(
    /** Draws how late the kernel will be this time. */
    private readonly drawSlackMs: () => number,
  ) {}

  /** Adds or renews; refuses what no agent of ours may ever set (I9). Returns when and which lease will expire. */
  set(
    target: VipTarget,
    leaseMs: number,
    nowMs: number,
    rate: number,
  ): { readonly expiresAt: number; readonly serial: number } {
    if (target.prefixLength !== hostPrefixLength(target.address) || !(leaseMs > 0))
      throw new Error("I9: not a leased address of its own");
    if (!isVipLabel(target.label, target.nic)) throw new Error("I9: not an own label");
    this.serial += 1;
    const expiresAt = nowMs + (leaseMs + this.drawSlackMs()) / rate;
    this.leases.set(target.address, { target, endsAt: nowMs + leaseMs / rate, serial: this.serial });
    return { expiresAt, serial: this.serial };
  }

  remove(address: string): boolean {
    return this.leases.delete(address);
  }

  has(address: string): boolean {
    return this.leases.has(address);
  }

  /** True when this very lease is still in place (it was not renewed meanwhile). */
  hasLease(address: string, serial: number): boolean {
    return this.leases.get(address)?.serial === serial;
  }

  listAddresses(): readonly string[] {
    return [...this.leases.keys()];
  }

  /** As Linux tells it: in whole seconds, up to one too many, and 0 once the lifetime is over. */
  observe(address: string, nowMs: number): KernelObservation {
    const lease = this.leases.get(address);
    if (lease === undefined) return { kind: "absent" };
    return { kind: "own", expiresInMs: Math.max(0, Math.ceil((lease.endsAt - nowMs) / 1000)) * 1000 };
  }
}
