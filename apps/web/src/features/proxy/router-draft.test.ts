import { describe, expect, it } from "vitest";
import { findPortProblems, type RouterDraft, toQuestion, usualPorts } from "./router-draft";

const draft: RouterDraft = { hostId: "h", ...usualPorts };

describe("the form of a MySQL Router", () => {
  it("asks for what stands in it, without a split port where none is typed", () => {
    expect(toQuestion(draft)).toEqual({
      proxy: { kind: "router", hostIds: ["h"], ports: { write: 6_446, read: 6_447, split: 6_450 } },
    });
    expect(toQuestion({ ...draft, split: "  " })?.proxy.ports).toMatchObject({ split: null });
  });

  it.each(["", "0", "65536", "6446.5", "-1", "1e3", "port"])(
    "asks nothing while %j stands for a port",
    (write) => {
      expect(findPortProblems({ ...draft, write })).toMatchObject({ write: "portRange" });
      expect(toQuestion({ ...draft, write })).toBeNull();
    },
  );

  it("tells of a port that stands there twice at the later field alone", () => {
    expect(findPortProblems({ ...draft, read: "6446" })).toEqual({ read: "portSame" });
    expect(findPortProblems({ ...draft, split: " 6447 " })).toEqual({ read: "portSame", split: "portSame" });
  });

  it("asks nothing without a host", () => {
    expect(toQuestion({ ...draft, hostId: null })).toBeNull();
  });
});
