/** A state of the group as one member sees it. */
export interface View {
  readonly members: ReadonlySet<number>;
  readonly primary: number;
  readonly epoch: number;
}

/** One fake server of the group. */
export interface Member {
  readonly index: number;
  mysqld: "running" | "frozen" | "dead";
  self: "ONLINE" | "ERROR" | "OFFLINE";
  view: View;
  /** When each other member was last heard. */
  readonly heard: number[];
  /** When each other member will be expelled by this one; 0: not suspected. */
  readonly suspectedAt: number[];
  /** Which others it shows as UNREACHABLE; brought up to date once a second, as MySQL does. */
  readonly shownSilent: boolean[];
  /** When it does so next. */
  looksAt: number;
  /** How long a deposed member has been back in contact, and how long it needs to learn of it. */
  contactMs: number;
  learnMs: number;
  rejoinAt: number;
  deliveries: { readonly at: number; readonly view: View }[];
  /** Counts starts of the server. */
  starts: number;
}

/** A healthy member of a healthy group whose primary is member 0. */
export function createMember(index: number, all: ReadonlySet<number>, looksAt: number): Member {
  return {
    index,
    mysqld: "running",
    self: "ONLINE",
    view: { members: all, primary: 0, epoch: 1 },
    heard: Array.from(all, () => 0),
    suspectedAt: Array.from(all, () => 0),
    shownSilent: Array.from(all, () => false),
    looksAt,
    contactMs: 0,
    learnMs: 0,
    rejoinAt: 0,
    deliveries: [],
    starts: 1,
  };
}
