"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * Follows whether an element's first child is larger than the element, so that it scrolls; false on the server and
 * before the first measurement.
 */
export function useOverflow<Element extends HTMLElement>(): readonly [RefObject<Element | null>, boolean] {
  const box = useRef<Element>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setOverflows(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
    );
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return [box, overflows];
}
