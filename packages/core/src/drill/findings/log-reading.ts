import type { LogPriority, Message } from "@primacy/contract";

/** A line of a server's error log as the server gave it. */
export interface LoggedLine {
  /** By the wall clock of its host, in milliseconds since 1970. */
  readonly unixMs: number;
  readonly priority: LogPriority;
  readonly code: string;
  readonly subsystem: string;
  readonly text: string;
}

/** What one server told of its error log when it was asked once. */
export interface LogReading {
  readonly server: string;
  readonly told:
    | {
        readonly kind: "lines";
        /** The oldest first. */
        readonly lines: readonly LoggedLine[];
        /** There were more. */
        readonly isCut: boolean;
        /** The console's monotonic clock is so far ahead of the wall clock of the host, give or take `errorMs`. */
        readonly offsetMs: number;
        readonly errorMs: number;
      }
    | { readonly kind: "unread"; readonly reason: Message };
}

/** So long before the fault is ordered the lines that a drill keeps begin. */
export const logBeforeMs = 3_000;
