import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createStaleAnswers } from "./stale-answers";

test("many changes in one burst load the answers of their endpoint once, and a later change once more", async () => {
  const client = new QueryClient();
  const loaded = { listEvents: 0, listHosts: 0 };
  const stops = (["listEvents", "listHosts"] as const).map((name) =>
    new QueryObserver(client, {
      queryKey: [name, { limit: 5 }],
      queryFn: () => {
        loaded[name] += 1;
        return loaded[name];
      },
    }).subscribe(() => undefined),
  );
  try {
    await expect.poll(() => loaded).toEqual({ listEvents: 1, listHosts: 1 });
    const tell = createStaleAnswers(client);
    for (let change = 0; change < 10; change += 1) tell("listEvents");
    await expect.poll(() => loaded.listEvents).toBe(2);
    tell("listHosts");
    tell("listEvents");
    await expect.poll(() => loaded.listHosts).toBe(2);
    expect(loaded.listEvents).toBe(3);
  } finally {
    for (const stop of stops) stop();
    client.clear();
  }
});
