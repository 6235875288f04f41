/** What came of one connection to a port of a proxy: a server answered, somebody refused or closed it, or nobody said anything in time. */
export type ProxyAnswer =
  | { readonly state: "leads"; readonly server: string }
  | { readonly state: "nowhere" | "silent"; readonly server: null };

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
