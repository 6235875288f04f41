import { DatabaseError } from "@primacy/db";
import { expect, test, vi } from "vitest";
import { outlastDatabase } from "./outlast-database";

const away = new DatabaseError("database_unavailable", "the database is away");

test("what the database's absence broke is done again, and anything else is thrown at once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const act = vi.fn<() => Promise<string>>().mockRejectedValueOnce(away).mockResolvedValueOnce("done");
    expect(await outlastDatabase(new AbortController().signal, act)).toBe("done");
    expect(act).toHaveBeenCalledTimes(2);
    const other = new Error("no row");
    await expect(outlastDatabase(new AbortController().signal, () => Promise.reject(other))).rejects.toBe(
      other,
    );
  } finally {
    vi.useRealTimers();
  }
});

test("who gives up waits no longer", async () => {
  const reason = new Error("cancelled");
  await expect(outlastDatabase(AbortSignal.abort(reason), () => Promise.reject(away))).rejects.toBe(reason);
});
