import { expect, it } from "vitest";
import { member } from "../switchover/switchover.fixture";
import { caughtUpQueue, listUnready } from "./list-unready";

it("names every member that is not ONLINE, does not answer, or has more to apply than a busy one always has", () => {
  const members = [
    member(1, { queue: caughtUpQueue }),
    member(2, { state: "RECOVERING" }),
    member(3, { queue: caughtUpQueue + 1 }),
    member(4, { queue: null }),
  ];
  expect(listUnready({ members })).toEqual(["db2", "db3", "db4"]);
});
