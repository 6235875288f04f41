import { z } from "zod";
import type { Role } from "../primitives/scalar";

/** What an operation does to what it is about. */
export const OperationEffect = z.enum(["changing", "looking"]);
export type OperationEffect = z.infer<typeof OperationEffect>;

/** How much of what an operation looked at is wrong, and how much warns. */
export interface CheckCount {
  readonly failed: number;
  readonly warned: number;
}

/**
 * A kind of long-running action, declared once: the enums, tables and endpoints of the contract derive from it. Its texts
 * are `operation.<kind>`, the title of one, and `work.<kind>`, what such work is called; both are in its feature's messages.
 */
export interface KindDeclaration<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  /** `looking`: not audited, not exclusive, not listed unless it is asked for, kept for an hour. */
  readonly effect: OperationEffect;
  /** Waits its turn behind others that queue and have its cluster or host; the others are refused then. Absent: it does not. */
  readonly queues?: true;
  /** Who may start one. */
  readonly access: Role;
  /**
   * What the API stores as its input, and the worker parses. The cluster or host that it is about stands in the operation
   * itself. No input holds a secret: a password is the operation's secret `password`.
   */
  readonly input: I;
  /** What one that succeeded ends with. */
  readonly result: R;
  /** What a result says is wrong, for kinds that only look; null: it is none, or has nothing that is counted. */
  readonly count?: (result: unknown) => CheckCount | null;
}

/** The input of a kind that needs none. */
export const noInput = z.strictObject({});

/** The result of a kind that has none. */
export const noResult = z.null();

/** Declares a kind that changes something. */
export function changing<I extends z.ZodType, R extends z.ZodType = typeof noResult>(
  access: Role,
  schemas: { readonly input: I; readonly result: R },
): KindDeclaration<I, R> {
  return { effect: "changing", access, ...schemas };
}

/** Declares a kind that changes something, and waits its turn behind others that do so. */
export function queuing<I extends z.ZodType, R extends z.ZodType>(
  access: Role,
  schemas: { readonly input: I; readonly result: R },
): KindDeclaration<I, R> {
  return { effect: "changing", queues: true, access, ...schemas };
}

/** Declares a kind that only looks. That one succeeded means that it could look: `count` says what is wrong of what it found. */
export function looking<I extends z.ZodType, R extends z.ZodType>(
  access: Role,
  {
    count,
    ...schemas
  }: {
    readonly input: I;
    readonly result: R;
    readonly count: (result: z.output<R>) => CheckCount | null;
  },
): KindDeclaration<I, R> {
  const countParsed = (result: unknown): CheckCount | null => {
    const parsed = schemas.result.safeParse(result);
    return parsed.success ? count(parsed.data) : null;
  };
  return { effect: "looking", access, ...schemas, count: countParsed };
}
