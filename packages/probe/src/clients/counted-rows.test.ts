import { expect, it } from "vitest";
import { CountedRows } from "./counted-rows";

/** One read of a server that has these numbers; how many it looked at, and what it came to. */
function readOnce(counted: CountedRows, seqs: readonly number[]) {
  const order = counted.next();
  const looked = seqs.filter((seq) => seq >= order.fromSeq);
  const below = looked.filter((seq) => seq < order.belowSeq).length;
  const lastSeq = looked.length === 0 ? null : Math.max(...looked);
  return { looked: looked.length, ...counted.note(order, { seen: looked.length, below, lastSeq }) };
}
const upTo = (count: number): number[] => Array.from({ length: count }, (_, seq) => seq);

it("counts every row, and looks at few of many", () => {
  const counted = new CountedRows();
  let most = 0;
  for (let count = 0; count <= 6_000; count += 5) {
    const { looked, ...found } = readOnce(counted, upTo(count));
    expect(found).toEqual({ rows: count, last: count - 1 });
    most = Math.max(most, looked);
  }
  expect(most).toBeLessThan(1_600);
});

it("takes no rows for seen that a server has still to get which is behind the one before it", () => {
  const counted = new CountedRows();
  for (let count = 0; count <= 6_000; count += 5) readOnce(counted, upTo(count));
  counted.restart();
  for (let count = 3_000; count <= 9_000; count += 20)
    expect(readOnce(counted, upTo(count))).toMatchObject({ rows: count, last: count - 1 });
  // Once it has caught up, it is as with any other.
  expect(readOnce(counted, upTo(9_000)).looked).toBeLessThan(1_600);
});

it("finds nothing on a server without a row", () => {
  const counted = new CountedRows();
  expect(readOnce(counted, [])).toMatchObject({ rows: 0, last: -1 });
});
