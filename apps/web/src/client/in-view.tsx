"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

/** Somewhat before it is seen, so that nobody waits for it. */
const aheadPx = 300;

/** Makes what is heavy when its place is in view, or nearly, and keeps it. Until then the place is as high as about what will stand in it. */
export function InView({
  placeholderPx,
  children,
}: {
  readonly placeholderPx: number;
  readonly children: ReactNode;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
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
  return (
    <div
      ref={place}
      data-chart-place={isSeen ? "seen" : "unseen"}
      className="min-w-0"
      style={isSeen ? undefined : { minHeight: placeholderPx }}
    >
      {isSeen ? children : null}
    </div>
  );
}
