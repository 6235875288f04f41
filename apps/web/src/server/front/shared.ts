import type { FactsHeader } from "./client-facts";

/**
 * What the front and the pages of one process share. They are two bundles with two copies of every module, so it
 * lives on `globalThis`.
 */
export interface FrontShared {
  factsHeader: FactsHeader | null;
  /** True once the process has been asked to stop. */
  isStopping: boolean;
  /** Ends what the pages have open: streams first, then the database. */
  closeContext: (() => Promise<void>) | null;
}

declare global {
  var primacyFront: FrontShared | undefined;
}

/** The one instance of this process. */
export function frontShared(): FrontShared {
  globalThis.primacyFront ??= { factsHeader: null, isStopping: false, closeContext: null };
  return globalThis.primacyFront;
}
