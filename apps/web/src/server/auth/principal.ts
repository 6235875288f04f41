import { isRefusal, type Principal, type Role } from "@primacy/contract";
import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { type HeaderFacts, readHeaderFacts } from "../api/facts";
import { getContext } from "../context";
import { findDatabaseFailure } from "../database-failure";
import { checkAccess } from "./access";
import { authenticate } from "./authenticate";
import type { Caller } from "./caller";

/** Who looks at a page; found out once per request, however many components ask. Throws `DatabaseError`. */
export const getPageCaller = cache(async (): Promise<{ caller: Caller | null; facts: HeaderFacts }> => {
  const [{ database }, sent] = await Promise.all([getContext(), headers()]);
  const facts = readHeaderFacts(sent);
  const { caller } = await authenticate(database, sent, facts.isSecure);
  return { caller, facts };
});

/** Who looks at a page; null when nobody is signed in. Throws `DatabaseError`. */
export async function getPrincipal(): Promise<Principal | null> {
  return (await getPageCaller()).caller?.principal ?? null;
}

/**
 * Who looks at a page that needs `role`. Sends people who are not signed in to the door, with the way back, and shows
 * the forbidden page to those whose role is too low. The same decision as for the API.
 */
export async function requirePrincipal(role: Role): Promise<Principal> {
  return (await requirePageCaller(role)).principal;
}

/** The same, with what use cases need. */
export async function requirePageCaller(role: Role): Promise<Caller> {
  const { caller } = await getPageCaller();
  if (caller === null) redirect(await doorFor((await headers()).get("x-pathname")));
  if (isRefusal(checkAccess(caller.principal, role))) forbidden();
  return caller;
}

/** True while the first administrator is still to be made. Throws `DatabaseError`. */
export async function isSetupNeeded(): Promise<boolean> {
  return !(await (await getContext()).database.users.hasAny());
}

/** The same for the door itself; null while the database does not answer. */
export async function findSetupNeeded(): Promise<boolean | null> {
  try {
    return await isSetupNeeded();
  } catch (error) {
    if (findDatabaseFailure(error) === null) throw error;
    return null;
  }
}

async function doorFor(pathname: string | null): Promise<string> {
  if (await isSetupNeeded()) return "/setup";
  const isInside = pathname?.startsWith("/") === true && !pathname.startsWith("//") && pathname !== "/";
  return isInside ? `/sign-in?returnTo=${encodeURIComponent(pathname)}` : "/sign-in";
}
