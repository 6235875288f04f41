"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

/** Somewhat before it is seen, so that nobody waits for it. */
const aheadPx = 300;

/** Whether an element has been in view, or nearly: what is heavy is made then, and stays. */
export function useInView<E extends Element>(): {
  readonly place: RefObject<E | null>;
  readonly isSeen: boolean;
} {
  const place = useRef<E>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: `${aheadPx}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isSeen]);
  return { place, isSeen };
}
