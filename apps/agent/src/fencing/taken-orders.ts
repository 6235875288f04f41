import { message } from "@primacy/contract";
import { fenceMaxMinutes } from "@primacy/contract/agent";
import { z } from "zod";
import { readPrivate, StoreError, writeDurably } from "../store/durable-file";

const Stored = z.array(z.object({ orderId: z.string(), operationId: z.string(), untilMs: z.number() }));

/** By so much a host's clock may be set back before an order that ended could count a second time. */
const clockMarginMs = 24 * 3_600_000;

/** Remembers which orders were taken, also over a restart: each has its effect once. */
export class TakenOrders {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Notes on stable storage that an operation uses an order: `new`; `repeated` by the same operation; `used` by another
   * one. Throws StoreError, and then nothing may follow.
   */
  async take(orderId: string, operationId: string, wallMs: number): Promise<"new" | "repeated" | "used"> {
    const kept = (await this.#read()).filter((one) => one.untilMs > wallMs);
    const before = kept.find((one) => one.orderId === orderId);
    if (before !== undefined) return before.operationId === operationId ? "repeated" : "used";
    const untilMs = wallMs + fenceMaxMinutes * 60_000 + clockMarginMs;
    await writeDurably(this.#file, JSON.stringify([...kept, { orderId, operationId, untilMs }]));
    return "new";
  }

  async #read(): Promise<z.output<typeof Stored>> {
    const text = await readPrivate(this.#file);
    if (text === null) return [];
    try {
      return Stored.parse(JSON.parse(text));
    } catch (error) {
      // Who cannot tell which orders were taken must take none.
      throw new StoreError(message("file.unknown_form", { file: this.#file }), "EINVAL", error);
    }
  }
}
