import type { UserSort } from "@primacy/contract";
import type { Prisma, User } from "../generated/client";
import { byCreation, byInstant, byText, type Sorting } from "../page/sorting";

type Where = Prisma.UserWhereInput;
type Order = Prisma.UserOrderByWithRelationInput;

/** How users are sorted by each field; those who never signed in come last. */
export const userSortings: Readonly<Record<UserSort, Sorting<Where, Order, User>>> = {
  name: byText({
    where: (nameKey) => ({ nameKey }),
    orderBy: (nameKey) => ({ nameKey }),
    read: (row) => row.nameKey,
  }),
  role: byText({ where: (role) => ({ role }), orderBy: (role) => ({ role }), read: (row) => row.role }),
  lastSignInAt: byInstant<Where, Order, User>({
    where: (lastSignInAt) => ({ lastSignInAt }),
    orderBy: (sort) => ({ lastSignInAt: { sort, nulls: "last" } }),
    read: (row) => row.lastSignInAt,
    isAbsent: () => ({ lastSignInAt: null }),
  }),
  createdAt: byCreation,
};
