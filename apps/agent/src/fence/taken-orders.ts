import { fenceMaxMinutes } from "@primacy/contract/agent";
import { z } from "zod";
import { readPrivate, StoreError, writeDurably } from "../store/durable-file";

const Stored = z.array(z.object({ orderId: z.string(), untilMs: z.number() }));

/** By so much a host's clock may be set back before an order that ended could count a second time. */
const clockMarginMs = 24 * 3_600_000;

/** Remembers which orders were taken, also over a restart: each has its effect once. */
export class TakenOrders {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Notes an order on stable storage; false where it was noted before. Throws StoreError, and then nothing may follow. */
  async take(orderId: string, wallMs: number): Promise<boolean> {
    const kept = (await this.#read()).filter((one) => one.untilMs > wallMs);
    if (kept.some((one) => one.orderId === orderId)) return false;
    const untilMs = wallMs + fenceMaxMinutes * 60_000 + clockMarginMs;
    await writeDurably(this.#file, JSON.stringify([...kept, { orderId, untilMs }]));
    return true;
  }

  async #read(): Promise<z.output<typeof Stored>> {
    const text = await readPrivate(this.#file);
    if (text === null) return [];
    try {
      return Stored.parse(JSON.parse(text));
    } catch (error) {
      // Who cannot tell which orders were taken must take none.
      throw new StoreError(`${this.#file} has a form that this version does not know`, "EINVAL", error);
    }
  }
}
