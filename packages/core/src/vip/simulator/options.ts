/** How a world deviates from the product, to prove that the checks notice. All false: the product as it is. */
export interface Mutations {
  /** Proof wait of 1500 ms instead of the computed one. */
  readonly shortWait?: boolean;
  /** Role and majority from the local view count as evidence. */
  readonly noProbe?: boolean;
  /** No peer has to be proven. */
  readonly noProof?: boolean;
  /** Neither the executor nor the reducer looks at the clock after the act. */
  readonly noDeadlineCheck?: boolean;
  /** Evidence is dated when the answer arrives. */
  readonly stampAtCompletion?: boolean;
  /** The shell acknowledges for an unbound host without telling the decision: acts in flight go on. */
  readonly ackWithoutCancel?: boolean;
  /** The shell acknowledges before the release is done. */
  readonly ackBeforeRelease?: boolean;
  /** The shell takes a member that has left the view for one that had not been heard for a long time. */
  readonly goneCountsAsSilent?: boolean;
  /** The shell deletes the address before it closes the gate. */
  readonly deleteBeforeGate?: boolean;
  /** Kernel addresses without a lifetime. */
  readonly noLease?: boolean;
  /** The silence of its server counts for a host whose evidence may come through another's (only where the right is an assignment). */
  readonly silenceProvesAssigned?: boolean;
}

/** One simulated run. */
export interface SimulatorOptions {
  readonly seed: number;
  readonly endMs?: number;
  /** Ends the run before that once nothing is left of the faults. */
  readonly untilSettled?: boolean;
  readonly hosts?: number;
  /** Members of the group beside the hosts: no configuration names them, and none of them is ever elected. */
  readonly unknownMembers?: number;
  /** How long the group waits before it expels who is silent, after the 5 s; drawn from the seed unless given. */
  readonly expelAfterMs?: number;
  /** The group is busy, so that a silent member slows its reads; drawn from the seed unless given, and never in a calm world. */
  readonly isLoaded?: boolean;
  readonly mutations?: Mutations;
  /**
   * The address is a read VIP's. Its host changes at a place in the group's order as the primary does, but where it has left
   * the group up to 3 s later; and a host gets evidence through the servers of others too.
   */
  readonly isAssigned?: boolean;
  /** Switches off chance in delays and losses where a directed schedule needs exact timing. */
  readonly calm?: boolean;
  /** Keeps a line per input and action. */
  readonly trace?: boolean;
}
