import { lookup } from "node:dns/promises";
import { familyOf } from "@primacy/contract";

const limitMs = 2_000;
const maxNames = 16;

/**
 * The IPv4 addresses for which this host takes each name, as its own servers would; an empty list where it knows none.
 * Addresses are left out, and so is a name that takes longer than 2 s, of which nothing is known. Never throws.
 */
export async function resolveNames(hosts: readonly string[]): Promise<Record<string, string[]>> {
  const names = [...new Set(hosts)]
    .filter((host) => host !== "" && familyOf(host) === null)
    .slice(0, maxNames);
  const answers = await Promise.all(
    names.map(async (name): Promise<[string, string[]][]> => {
      const addresses = await resolve(name);
      return addresses === null ? [] : [[name, addresses]];
    }),
  );
  return Object.fromEntries(answers.flat());
}

async function resolve(name: string): Promise<string[] | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), limitMs);
  });
  const found = lookup(name, { all: true, family: 4 }).then(
    (answers) => [...new Set(answers.map((one) => one.address))],
    (error: unknown) => (isUnknownName(error) ? [] : null),
  );
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A resolver that did not answer says nothing of the name. */
function isUnknownName(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOTFOUND";
}
