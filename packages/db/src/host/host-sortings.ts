import type { HostSort } from "@primacy/contract";
import type { Prisma } from "../generated/client";
import { byCreation, byInstant, byText, type SortedSearch, type Sorting } from "../page/sorting";
import type { HostRow } from "./host-row";

type Where = Prisma.HostWhereInput;
type Order = Prisma.HostOrderByWithRelationInput;

/** Searches for the rows of one page of hosts. */
export type HostSearch = (search: SortedSearch<Where, Order>) => Promise<HostRow[]>;

/** How hosts are sorted by each field; those without an agent come last. */
export const hostSortings: Readonly<Record<HostSort, Sorting<Where, Order, HostRow>>> = {
  name: byText({
    where: (nameKey) => ({ nameKey }),
    orderBy: (nameKey) => ({ nameKey }),
    read: (row) => row.nameKey,
  }),
  address: byText({
    where: (address) => ({ address }),
    orderBy: (address) => ({ address }),
    read: (row) => row.address,
  }),
  agentVersion: byText<Where, Order, HostRow>({
    where: (version) => ({ agent: { version } }),
    orderBy: (sort) => ({ agent: { version: { sort, nulls: "last" } } }),
    read: (row) => row.agent?.version ?? null,
    isAbsent: () => ({ OR: [{ agent: null }, { agent: { version: null } }] }),
  }),
  agentSeenAt: byInstant<Where, Order, HostRow>({
    where: (lastSeenAt) => ({ agent: { lastSeenAt } }),
    orderBy: (sort) => ({ agent: { lastSeenAt: { sort, nulls: "last" } } }),
    read: (row) => row.agent?.lastSeenAt ?? null,
    isAbsent: () => ({ OR: [{ agent: null }, { agent: { lastSeenAt: null } }] }),
  }),
  createdAt: byCreation,
};
