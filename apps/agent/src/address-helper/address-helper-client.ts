import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type Message, type MessageCode, message } from "@primacy/contract";
import {
  AddressHelperFrame,
  type AddressHelperHello,
  type AddressHelperRefusal,
  type AddressHelperVerb,
  addressHelperLineBytes,
  addressHelperProtocol,
} from "@primacy/contract/agent";
import type { z } from "zod";
import { ToldError } from "../message/told-error";
import { monotonicMs } from "../vip/address/types";
import { readLines, writeLine } from "./lines";

/** One call with the forms of what goes and what comes. */
export interface AddressHelperCall<Body, Answer> {
  readonly verb: AddressHelperVerb;
  readonly body: z.ZodType<Body>;
  readonly answer: z.ZodType<Answer>;
}

interface AddressHelperErrorMore {
  readonly cause?: unknown;
  readonly epoch?: number | null;
}

/** The address helper refused, failed, did not answer in time, or is gone. */
export class AddressHelperError extends ToldError {
  readonly code: AddressHelperRefusal | "lost" | "timeout" | "protocol";
  readonly retryable: boolean;
  /** What a grant must reach, where it was refused for its epoch. */
  readonly epoch: number | null;

  constructor(
    code: AddressHelperError["code"],
    told: Message,
    { cause, epoch = null }: AddressHelperErrorMore = {},
  ) {
    super(told, { cause });
    this.name = "AddressHelperError";
    this.code = code;
    this.epoch = epoch;
    this.retryable = code === "timeout" || code === "rate_limited";
  }
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AddressHelperError) => void;
  readonly timer: NodeJS.Timeout;
}

const answerLimitMs = 5000;
const connectEveryMs = 20;

/** The agent's end of the connection to the process that touches addresses. */
export class AddressHelperClient {
  readonly hello: AddressHelperHello;
  /** Resolves when the connection is gone, for whatever reason. */
  readonly lost: Promise<void>;
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  private constructor(socket: Socket, hello: AddressHelperHello) {
    this.#socket = socket;
    this.hello = hello;
    this.lost = new Promise((resolve) => {
      socket.once("close", () => {
        this.#loseAll();
        resolve();
      });
    });
  }

  /**
   * Connects, waiting until the other process listens. Null where another agent has it. Throws AddressHelperError when it is not
   * there in time, or speaks otherwise.
   */
  static async open(socketFile: string, limitMs = answerLimitMs): Promise<AddressHelperClient | null> {
    const endMs = monotonicMs() + limitMs;
    for (;;) {
      const socket = connect(socketFile);
      try {
        await once(socket, "connect");
        return await AddressHelperClient.#greet(socket, Math.max(1, endMs - monotonicMs()));
      } catch (error) {
        socket.destroy();
        if (error instanceof AddressHelperError || monotonicMs() >= endMs) {
          throw error instanceof AddressHelperError
            ? error
            : new AddressHelperError("lost", message("helper.not_reached", { file: socketFile }), {
                cause: error,
              });
        }
        await delay(connectEveryMs);
      }
    }
  }

  static #greet(socket: Socket, limitMs: number): Promise<AddressHelperClient | null> {
    return new Promise((resolve, reject) => {
      let client: AddressHelperClient | undefined;
      const fail = (code: MessageCode): void => {
        clearTimeout(timer);
        socket.destroy();
        reject(new AddressHelperError("protocol", message(code)));
      };
      const timer = setTimeout(() => fail("helper.unnamed"), limitMs);
      socket.on("error", () => undefined);
      socket.once("close", () => fail("helper.hung_up"));
      readLines(socket, addressHelperLineBytes, (line) => {
        const frame = parseFrame(line);
        if (client !== undefined) {
          client.#take(frame);
          return;
        }
        clearTimeout(timer);
        if (frame?.kind === "busy") {
          socket.destroy();
          resolve(null);
        } else if (frame?.kind === "hello" && frame.protocol === addressHelperProtocol) {
          client = new AddressHelperClient(socket, frame);
          resolve(client);
        } else {
          fail("helper.other_release");
        }
      });
    });
  }

  /** Asks and waits for the answer. Rejects with AddressHelperError. */
  call<Body, Answer>(
    { verb, body: bodyForm, answer }: AddressHelperCall<Body, Answer>,
    body: Body,
    limitMs = answerLimitMs,
  ): Promise<Answer> {
    return this.#send(verb, bodyForm.parse(body), limitMs).then((value) => {
      const parsed = answer.safeParse(value);
      if (parsed.success) {
        return parsed.data;
      }
      throw new AddressHelperError("protocol", message("helper.unreadable", { verb }), {
        cause: parsed.error,
      });
    });
  }

  /** Ends the connection. May be called twice. */
  close(): void {
    this.#socket.destroy();
  }

  #send(verb: AddressHelperVerb, body: unknown, limitMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) {
        reject(new AddressHelperError("lost", message("helper.lost")));
        return;
      }
      const id = this.#nextId++;
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new AddressHelperError("timeout", message("helper.silent", { verb, limitMs })));
      }, limitMs);
      timer.unref();
      this.#waiting.set(id, { resolve, reject, timer });
      writeLine(this.#socket, JSON.stringify({ id, verb, body }));
    });
  }

  #take(frame: AddressHelperFrame | null): void {
    if (frame?.kind !== "answer" && frame?.kind !== "refused") {
      this.#socket.destroy();
      return;
    }
    const waiting = this.#waiting.get(frame.id);
    if (waiting === undefined) {
      return;
    }
    this.#waiting.delete(frame.id);
    clearTimeout(waiting.timer);
    if (frame.kind === "answer") {
      waiting.resolve(frame.value);
    } else {
      const { code, epoch } = frame;
      waiting.reject(new AddressHelperError(code, frame.message, { epoch }));
    }
  }

  #loseAll(): void {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new AddressHelperError("lost", message("helper.lost")));
    }
    this.#waiting.clear();
  }
}

function parseFrame(line: string): AddressHelperFrame | null {
  try {
    return AddressHelperFrame.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
