import { HaproxyRequest } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { emptyHaproxyDraft, findHaproxyProblems, toHaproxyRequest, withHost } from "./haproxy-draft";

const id = (last: number): string => `0198f3f0-6d1e-7c3a-9f0e-${String(last).padStart(12, "0")}`;
const filled = { ...emptyHaproxyDraft, hostIds: [id(1), id(2)], address: " 10.9.0.100 " };

describe("the form of HAProxy and Keepalived", () => {
  it("asks for what is typed, in the group that the console proposes, and names an interface only of a chosen host", () => {
    const nics = { [id(1)]: "eth1", [id(2)]: " ", [id(3)]: "eth9" };
    const request = HaproxyRequest.parse(toHaproxyRequest({ ...filled, nics }, 61));
    expect(request).toEqual({
      kind: "haproxy",
      hostIds: [id(1), id(2)],
      address: "10.9.0.100",
      prefixLength: 24,
      ports: { write: 3307, read: 3308 },
      checkPort: 7434,
      virtualRouterId: 61,
      nics: { [id(1)]: "eth1" },
    });
    expect(findHaproxyProblems(filled, 61)).toEqual([]);
    expect(toHaproxyRequest({ ...filled, virtualRouterId: "90" }, 61).virtualRouterId).toBe(90);
  });

  it("says of every field what is wrong with it", () => {
    const draft = {
      ...filled,
      hostIds: [id(1)],
      address: "db",
      prefixLength: "x",
      write: "0",
      virtualRouterId: "256",
    };
    const paths = findHaproxyProblems(draft, null).map(({ path }) => path);
    expect(new Set(paths)).toEqual(
      new Set([
        "/proxy/hostIds",
        "/proxy/address",
        "/proxy/prefixLength",
        "/proxy/ports/write",
        "/proxy/virtualRouterId",
      ]),
    );
  });

  it("asks for an address with its prefix length behind it as what it means, while it is typed", () => {
    const typed = { ...filled, address: "10.9.0.100/22" };
    expect(toHaproxyRequest(typed, 61)).toMatchObject({ address: "10.9.0.100", prefixLength: 22 });
    expect(findHaproxyProblems(typed, 61)).toEqual([]);
    const other = findHaproxyProblems({ ...filled, address: "10.9.0.100/200" }, 61);
    expect(other.map(({ path }) => path)).toEqual(["/proxy/prefixLength"]);
  });

  it("keeps the order in which hosts were chosen: the first is preferred", () => {
    const chosen = [id(3), id(1)].reduce((draft, hostId) => withHost(draft, hostId, true), emptyHaproxyDraft);
    expect(chosen.hostIds).toEqual([id(3), id(1)]);
    expect(withHost(chosen, id(3), false).hostIds).toEqual([id(1)]);
  });
});
