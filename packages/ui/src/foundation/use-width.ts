"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

/** Follows the width of an element in CSS pixels; null on the server and before the first measurement. */
export function useWidth<Element extends HTMLElement>(): readonly [RefObject<Element | null>, number | null] {
  const box = useRef<Element>(null);
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
