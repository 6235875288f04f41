import type { ReactNode } from "react";

/** Properties of {@link LiveRegion}. */
export interface LiveRegionProps {
  /** The newest sentence; a change is read aloud. */
  readonly message: string;
  /** Interrupts what is being read: for a lost address, not for progress. */
  readonly urgent?: boolean;
}

/** Tells assistive technology about a change that others see. Mount it before the first change. */
export function LiveRegion({ message, urgent = false }: LiveRegionProps): ReactNode {
  return (
    <div
      role={urgent ? "alert" : "status"}
      aria-live={urgent ? "assertive" : "polite"}
      aria-atomic
      className="sr-only"
    >
      {message}
    </div>
  );
}
