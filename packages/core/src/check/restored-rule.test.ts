import { message } from "@primacy/contract";
import { expect, it } from "vitest";
import { snapshot } from "./catalogue.fixture";
import { checkVip } from "./check-vip";

it("what the agents hold otherwise is one failed check, before all others, with every reason within", () => {
  const held = message("topology.differs_unknown", { held: "10.77.0.9" });
  const paused = message("topology.differs_paused", { address: "10.77.0.100" });
  const { checks, hasFailures } = checkVip(snapshot({ restored: [held, paused] }));
  const [first] = checks;
  expect(first).toMatchObject({ code: "restored", hostId: null, result: "fail" });
  for (const reason of [held, paused]) expect(first?.evidence.text).toContain(reason.text);
  expect(hasFailures).toBe(true);
});

it("a console whose agents hold nothing otherwise is not asked whether it was restored", () => {
  for (const of of [snapshot(), snapshot({ restored: [] })])
    expect(checkVip(of).checks.map((check) => check.code)).not.toContain("restored");
});
