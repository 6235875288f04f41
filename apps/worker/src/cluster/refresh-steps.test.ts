import { describe, expect, it } from "vitest";
import { MembersInput } from "./refresh-steps";

const nics = { vipId: "v", nics: { a: "eth0", b: "eth0" }, previous: { a: "eth0" } };
const rest = { clusterId: "c", members: [], previous: [] };

describe("the change of a cluster's members", () => {
  it("carries the interfaces of every VIP", () => {
    const input = { ...rest, vips: [nics, { ...nics, vipId: "w" }] };
    expect(MembersInput.parse(input)).toEqual(input);
    expect(MembersInput.parse({ ...rest, vips: [] })).toEqual({ ...rest, vips: [] });
  });
  it("is read where a worker of an earlier release noted it, which knew one VIP at most", () => {
    expect(MembersInput.parse({ ...rest, vip: nics })).toEqual({ ...rest, vips: [nics] });
    expect(MembersInput.parse({ ...rest, vip: null })).toEqual({ ...rest, vips: [] });
  });
});
