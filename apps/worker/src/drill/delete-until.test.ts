import { describe, expect, test } from "vitest";
import { MysqlFailure } from "../mysql/mysql-failure";
import { deleteUntil } from "./delete-until";

const signal = AbortSignal.timeout(60_000);
const away = new MysqlFailure(
  "mysql_unreachable",
  { address: "10.0.0.11", port: 3306 },
  { reason: "refused" },
);

/** Comes to these one after the other, and to the last from then on. */
function removing(...looks: readonly (boolean | Error)[]) {
  let count = 0;
  const remove = async (): Promise<boolean> => {
    const look = looks[Math.min(count, looks.length - 1)];
    count += 1;
    if (look instanceof Error) throw look;
    return look === true;
  };
  return { remove, count: () => count };
}

describe("the clients' rows", () => {
  test("are deleted as soon as a primary is there again and takes the statement", async () => {
    const { remove, count } = removing(false, away, true);
    expect(await deleteUntil(remove, 0, signal)).toBeNull();
    expect(count()).toBe(3);
  });

  test("are deleted once more when no client can write any more", async () => {
    const { remove, count } = removing(true);
    const quietMs = performance.now() + 500;
    expect(await deleteUntil(remove, quietMs, signal)).toBeNull();
    expect(performance.now()).toBeGreaterThanOrEqual(quietMs);
    expect(count()).toBe(2);
  });

  test.each([
    ["no primary is found", false, "no primary was found"],
    ["it does not answer", away, "refused"],
  ])("are said to be left where %s in time", async (_what, look, text) => {
    const { remove } = removing(look);
    expect((await deleteUntil(remove, 0, signal, 100))?.text).toContain(text);
  });
});
