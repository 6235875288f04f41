import { type Host, type Refusal, refuse } from "@primacy/contract";
import type { Readers } from "@primacy/db";

/** A host, or the refusal that there is none. */
export async function requireHost(readers: Pick<Readers, "hosts">, id: string): Promise<Host | Refusal> {
  return (await readers.hosts.find(id)) ?? refuse("not_found", [], { what: "host" });
}
