import { expect, it } from "vitest";
import { endpoints, picture } from "../benchmark.fixture";
import { armsOf, chosenArms, emptyDraft, toBenchmarkRequest, withTypedArm } from "../form/benchmark-draft";
import { listMissingArms, withPreset } from "./with-preset";

const words = {
  direct: "Direct",
  directTo: (name: string) => `Direct to ${name}`,
  vip: "VIP",
  readVip: "Read VIP",
  haproxy: "HAProxy",
  haproxyRead: "HAProxy reads",
  router: "Router",
  routerRead: "Router reads",
  routerSplit: "Router split",
};
const { primaryMemberId } = picture;
const empty = emptyDraft(armsOf(endpoints, primaryMemberId, words), "host");

it("fills the form with the article's load and with those of its arms that the cluster has", () => {
  const draft = withPreset({ ...empty, options: "point_selects=5" }, "article_000_full", primaryMemberId);
  expect(toBenchmarkRequest(draft)).toMatchObject({
    preset: "article_000_full",
    loadHostId: "host",
    workload: { script: "oltp_read_write", tables: 50, tableSize: 100_000, options: {} },
    arms: [{ name: "Direct" }, { name: "VIP" }],
    threads: [16, 32, 64],
    blocks: 6,
    runSeconds: 300,
    warmupSeconds: 10,
  });
  expect(listMissingArms(draft.arms, primaryMemberId)).toEqual(["router", "haproxy"]);
});

it("takes an address with Router's port for Router, and keeps the direct way as the baseline", () => {
  const typed = withTypedArm(empty, "Router");
  const arms = typed.arms
    .map((arm) =>
      arm.target.kind === "typed"
        ? { ...arm, target: { kind: "typed" as const, address: "10.86.0.21", port: "6446" } }
        : arm,
    )
    .toReversed();
  const draft = withPreset({ ...typed, arms }, "article_000_lab", primaryMemberId);
  expect(chosenArms(draft).map(({ name }) => name)).toEqual(["Direct", "VIP", "Router"]);
  expect(listMissingArms(draft.arms, primaryMemberId)).toEqual(["haproxy"]);
});

it("follows no article where nobody chose one", () => {
  expect(toBenchmarkRequest(empty)).not.toHaveProperty("preset");
});
