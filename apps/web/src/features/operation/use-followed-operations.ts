"use client";

import type { Operation } from "@primacy/contract";
import { useEffect, useState } from "react";
import { useApi } from "../../client/use-api";
import { useClusters } from "../../client/use-clusters";
import { chooseFollowed, type KnownEnds, nextChangeMs, noteEnds } from "./recent-ends";

/** The operations that the drawer follows now; none while `isOpen` is left out because they ended too long ago. */
export function useFollowedOperations(isOpen: boolean): readonly Operation[] {
  const operations = useApi("listOperations", { query: { limit: 5 } }, { refreshMs: 30_000 }).data?.items;
  const clusters = useClusters().data?.items ?? [];
  const [known, setKnown] = useState<KnownEnds | null>(null);
  const [nowMs, setNowMs] = useState(0);
  useEffect(() => {
    if (operations === undefined) return;
    setNowMs(performance.now());
    setKnown((before) => noteEnds(before, operations, performance.now()));
  }, [operations]);
  useEffect(() => {
    const leftMs = nextChangeMs(known, nowMs);
    if (leftMs === null) return;
    const timer = setTimeout(() => setNowMs(performance.now()), leftMs);
    return () => clearTimeout(timer);
  }, [known, nowMs]);
  const followed = chooseFollowed(operations ?? [], known, clusters, nowMs);
  const [held, setHeld] = useState<readonly string[]>([]);
  const ids = followed.map(({ id }) => id).join(" ");
  useEffect(() => {
    if (ids !== "" || !isOpen) setHeld(ids === "" ? [] : ids.split(" "));
  }, [ids, isOpen]);
  // What somebody is reading is not taken away.
  return followed.length > 0 || !isOpen ? followed : (operations ?? []).filter(({ id }) => held.includes(id));
}
