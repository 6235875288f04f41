import type { Message } from "@primacy/contract";

/** What came of one connection to a port of a proxy: a member answered, none was reached and why, or nobody said anything in time. */
export type ProxyAnswer =
  | { readonly state: "leads"; readonly server: string }
  | { readonly state: "nowhere"; readonly server: null; readonly reason: Message }
  | { readonly state: "silent"; readonly server: null };

/** One connection of the console to a port of a proxy; instants are of its monotonic clock, in milliseconds. */
export interface ProxyLook {
  readonly askedMs: number;
  readonly toldMs: number;
  readonly answer: ProxyAnswer;
}

/** All connections to a port of a proxy on one of its hosts, in their order. */
export interface ProxyLooks {
  readonly host: string;
  readonly port: number;
  readonly looks: readonly ProxyLook[];
}
