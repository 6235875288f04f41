import type { EndpointName } from "@primacy/contract/api";
import type { QueryClient } from "@tanstack/react-query";

const gatherMs = 150;

/**
 * Loads the shown answers of an endpoint anew soon after it is told that they are stale: once for all that it is told
 * meanwhile. Changes come in bursts, a switchover tells ten in half a second, and the picture is to be drawn before lists.
 */
export function createStaleAnswers(client: QueryClient): (name: EndpointName) => void {
  const told = new Set<EndpointName>();
  return (name) => {
    if (told.has(name)) return;
    told.add(name);
    setTimeout(() => {
      told.delete(name);
      client.invalidateQueries({ queryKey: [name] }).catch(() => undefined);
    }, gatherMs);
  };
}
