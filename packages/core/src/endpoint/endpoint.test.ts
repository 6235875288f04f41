import {
  EndpointHealth,
  EndpointLook,
  type EndpointState,
  MeasuredEndpoint,
  message,
} from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { ageEndpoints } from "./age-endpoints";
import { describeEndpoint, measureEndpoints, settledAfterMs, staleLookMs } from "./describe-endpoint";
import { isAway } from "./judge-server";
import { type EndpointView, keepLook, type SeatedMember, type SeenServer } from "./keep-look";
import { keyOfEndpoint, type ListedEndpoint } from "./list-endpoints";
import { orderMembers } from "./order-members";

const id = (last: number): string => `0198f3f0-6d1e-7c3a-9f0e-${String(last).padStart(12, "0")}`;
const members: readonly SeatedMember[] = [
  { memberId: id(1), serverUuid: id(11), name: "db1", role: "PRIMARY", isAway: false },
  { memberId: id(2), serverUuid: id(12), name: "db2", role: "SECONDARY", isAway: false },
  { memberId: id(3), serverUuid: id(13), name: "db3", role: "SECONDARY", isAway: false },
];
const common = {
  name: "10.0.0.110",
  address: "10.0.0.110",
  customId: null,
  proxyHosts: [],
  isOff: false,
} as const;
const proxyHosts = [
  { name: "px1", address: "10.0.0.21" },
  { name: "px2", address: "10.0.0.22" },
];
const write: ListedEndpoint = {
  ...common,
  proxyHosts,
  ref: { kind: "proxy", proxyId: id(20), way: "write" },
  way: "haproxy_write",
  port: 3307,
  purpose: "write",
};
const read: ListedEndpoint = {
  ...common,
  proxyHosts,
  ref: { kind: "proxy", proxyId: id(20), way: "read" },
  way: "haproxy_read",
  port: 3308,
  purpose: "read",
};
const direct: ListedEndpoint = {
  ...common,
  ref: { kind: "member", memberId: id(2) },
  way: "direct",
  name: "db2",
  port: 3306,
  purpose: "any",
};

function seen(n: number, changes: Partial<SeenServer> = {}): EndpointView {
  const isReadOnly = n !== 1;
  const server = { serverUuid: id(10 + n), hostName: `host${n}`, isReadOnly, from: "10.0.0.21", ...changes };
  return { kind: "reached", server, loginMs: 4.2 };
}
const silent: EndpointView = { kind: "silent", reason: message("why.connection_refused") };
const untrusted = message("failure.mysql_untrusted", {
  address: "10.0.0.110",
  port: 3307,
  reason: "self-signed certificate",
});
const unverified: EndpointView = { kind: "unverified", reason: untrusted, isAuthorityKnown: true };
const unverifiable: EndpointView = {
  kind: "unverified",
  reason: message("why.endpoint_unverifiable"),
  isAuthorityKnown: false,
};
const stored: ListedEndpoint = {
  ...common,
  ref: { kind: "custom", address: "10.0.0.50", port: 3306 },
  way: "custom",
  port: 3306,
  purpose: "write",
};

/** What is kept after looks that are 2 s apart. */
function look(endpoint: ListedEndpoint, views: readonly EndpointView[], group = members): EndpointLook {
  const kept = views.reduce<EndpointLook | null>(
    (before, view) => keepLook(endpoint, view, group, before, 2_000),
    null,
  );
  return EndpointLook.parse(kept);
}
const healthOf = (endpoint: ListedEndpoint, views: readonly EndpointView[], elapsedMs = 0) =>
  EndpointHealth.parse(describeEndpoint(endpoint, look(endpoint, views), elapsedMs));

describe("how an endpoint is", () => {
  it.each<[string, ListedEndpoint, readonly EndpointView[], EndpointState, string | null]>([
    ["writes to the primary", write, [seen(1)], "right", null],
    ["writes to a secondary, seen once, as while the primary moves", write, [seen(2)], "moving", null],
    ["writes to a secondary, seen again", write, [seen(2), seen(2)], "wrong", "endpoint.advice.haproxy"],
    ["writes to another secondary each time", write, [seen(2), seen(3)], "wrong", "endpoint.advice.haproxy"],
    ["writes to the primary again", write, [seen(2), seen(2), seen(1)], "right", null],
    [
      "writes to a primary that is read-only",
      write,
      [seen(1, { isReadOnly: true }), seen(1, { isReadOnly: true })],
      "wrong",
      "endpoint.advice.read_only",
    ],
    ["reads to a secondary", read, [seen(2)], "right", null],
    ["reads to the primary, where no secondary serves", read, [seen(1)], "right", null],
    ["a member's address that is the member's", direct, [seen(2)], "right", null],
    [
      "a member's address that another member has",
      direct,
      [seen(3), seen(3)],
      "wrong",
      "endpoint.advice.member",
    ],
    ["reads to a server of nobody", read, [seen(9), seen(9)], "wrong", "endpoint.advice.stranger"],
    [
      "somebody whose certificate no CA verifies",
      write,
      [seen(1), unverified, unverified],
      "unverified",
      "endpoint.advice.certificate",
    ],
    [
      "a stored address whose certificate no CA verifies, as of a proxy that ends TLS itself",
      stored,
      [unverified, unverified],
      "unverified",
      "endpoint.advice.own_certificate",
    ],
    [
      "a stored address while no CA is known",
      stored,
      [unverifiable],
      "unverified",
      "endpoint.advice.no_authority",
    ],
    ["nobody answers", write, [seen(1), silent], "silent", null],
    ["a VIP that is switched off", { ...write, isOff: true }, [], "off", null],
  ])("%s", (_what, endpoint, views, state, advice) => {
    const kept = views.length === 0 ? null : look(endpoint, views);
    const health = describeEndpoint(endpoint, kept, 0);
    expect([health.state, health.advice?.code ?? null]).toEqual([state, advice]);
    expect(health.finding === null).toBe(["right", "off"].includes(state));
  });

  it("that leads reads to a member that its group has not ONLINE is a warning, but a member's own address may", () => {
    const expelled = members.map((one) => (one.name === "db2" ? { ...one, role: null, isAway: true } : one));
    const looks = (endpoint: ListedEndpoint) =>
      describeEndpoint(endpoint, look(endpoint, [seen(2), seen(2)], expelled), 0);
    expect(looks(read)).toMatchObject({
      state: "wrong",
      tone: "warning",
      finding: { code: "endpoint.away" },
      advice: { code: "endpoint.advice.away" },
    });
    expect(looks(direct)).toMatchObject({ state: "right", tone: "ok" });
    const answers = { server: "answers", isStale: false } as const;
    expect(isAway({ ...answers, state: "ONLINE" })).toBe(false);
    expect(isAway({ ...answers, state: "ERROR" })).toBe(true);
    // Expelled, its group lists it no more; and what nobody knows is no alarm.
    expect(isAway({ state: null, server: "outside", isStale: false })).toBe(true);
    expect(isAway({ ...answers, state: null })).toBe(false);
    expect(isAway({ state: "ERROR", server: "outside", isStale: true })).toBe(false);
  });

  it("that cannot be verified is a warning, which says what was said of the certificate and is not looked at more often", () => {
    const health = healthOf(write, [unverified, unverified]);
    expect(health.tone).toBe("warning");
    expect(health.finding?.text).toBe(
      "Primacy cannot verify which server answers at 10.0.0.110:3307: self-signed certificate.",
    );
    expect(look(write, [unverified, unverified]).wrongForMs).toBeNull();
  });

  it("is told wrong only when it was so for longer than a change of the primary takes to be seen", () => {
    const first = keepLook(write, seen(2), members, null, 0);
    const soon = keepLook(write, seen(2), members, first, settledAfterMs - 1);
    expect(describeEndpoint(write, soon, 0).state).toBe("moving");
    // However long nobody looks again.
    expect(describeEndpoint(write, soon, 30_000).state).toBe("moving");
    expect(describeEndpoint(write, keepLook(write, seen(2), members, soon, 1), 0).state).toBe("wrong");
  });

  it("says which server answers, by its own word, and through which host of a proxy", () => {
    const { servers, loginMs } = healthOf(write, [seen(1)]);
    expect(loginMs).toBe(4.2);
    expect(servers).toEqual([
      {
        memberId: id(1),
        name: "db1",
        serverUuid: id(11),
        hostName: "host1",
        role: "PRIMARY",
        isReadOnly: false,
        isAway: false,
        through: "px1",
        ageMs: 0,
      },
    ]);
  });

  it("names the host of the proxy by where the server saw the console come from, as far as it is known", () => {
    const through = (endpoint: ListedEndpoint, from: string | null) =>
      healthOf(endpoint, [seen(endpoint === direct ? 2 : 1, { from })]).servers[0]?.through;
    expect(through(write, "px2")).toBe("px2");
    expect(through(write, "10.0.0.99")).toBe("10.0.0.99");
    expect(through(write, null)).toBeNull();
    // There it is the console itself.
    expect(through(direct, "10.0.0.22")).toBeNull();
  });

  it("names every server to which reads led within the last minute, the newest first", () => {
    const { servers } = healthOf(read, [seen(2), seen(3), seen(2)], 500);
    expect(servers.map(({ name, ageMs }) => [name, ageMs])).toEqual([
      ["db2", 500],
      ["db3", 2_500],
    ]);
    const before = look(read, [seen(3)]);
    expect(keepLook(read, seen(2), members, before, 60_001).servers.map(({ name }) => name)).toEqual(["db2"]);
    // Writes lead to one.
    expect(healthOf(write, [seen(2), seen(1)]).servers.map(({ name }) => name)).toEqual(["db1"]);
  });

  it("forgets who answered before a role changed, or before nobody answered", () => {
    const before = look(read, [seen(3)]);
    const moved = members.map(
      (one) => ({ ...one, role: one.name === "db3" ? "PRIMARY" : "SECONDARY" }) as const,
    );
    expect(keepLook(read, seen(2), moved, before, 2_000).servers.map(({ name }) => name)).toEqual(["db2"]);
    expect(healthOf(read, [seen(3), silent, seen(2)]).servers.map(({ name }) => name)).toEqual(["db2"]);
  });

  it("is unknown when nobody looked, or looked too long ago, and then shows the age instead of a state", () => {
    expect(describeEndpoint(write, null, 0)).toMatchObject({
      state: "unknown",
      tone: "unknown",
      ageMs: null,
    });
    const old = healthOf(write, [seen(1)], staleLookMs + 1);
    expect(old).toMatchObject({ state: "unknown", tone: "unknown", isStale: true, ageMs: staleLookMs + 1 });
  });

  it("says how MySQL Router's metadata differs, wherever it leads now, until the look is old", () => {
    const note = {
      tone: "warning",
      finding: message("endpoint.metadata_unlisted", { cluster: "c", unlisted: "db3", gone: "" }),
      advice: message("endpoint.advice.metadata_rescan"),
    } as const;
    const kept = EndpointLook.parse({ ...look(write, [seen(1)]), metadata: note });
    const healthAt = (elapsedMs: number) => describeEndpoint(write, kept, elapsedMs);
    expect(healthAt(0)).toMatchObject({ state: "right", metadata: note });
    expect(healthAt(staleLookMs + 1).metadata).toBeNull();
    expect(describeEndpoint(write, look(write, [seen(1)]), 0).metadata).toBeNull();
    const [aged] = ageEndpoints([MeasuredEndpoint.parse({ ...write, health: healthAt(0) })], staleLookMs + 1);
    expect(aged?.health.metadata).toBeNull();
  });

  it("is off, and no failure, where somebody has stopped the proxy; one that answers all the same is as it answers", () => {
    const stopped = { ...write, stoppedBy: "ann" };
    const silent: EndpointView = { kind: "silent", reason: message("why.connection_refused") };
    expect(healthOf(stopped, [seen(1), silent])).toMatchObject({
      ...{ state: "off", tone: "unknown", servers: [] },
      finding: { text: "ann stopped this proxy." },
      advice: { code: "endpoint.advice.stopped" },
    });
    expect(healthOf(stopped, [seen(1)])).toMatchObject({ state: "right", finding: null });
    expect(healthOf(write, [silent])).toMatchObject({ state: "silent" });
  });

  it("becomes unknown on a screen that hears nothing more", () => {
    const shown = measureEndpoints([write], { looks: [look(write, [seen(2), seen(2)])], elapsedMs: 0 });
    const [soon] = ageEndpoints(shown, staleLookMs);
    const [late] = ageEndpoints(shown, staleLookMs + 1);
    expect(soon?.health).toMatchObject({ state: "wrong", ageMs: staleLookMs });
    expect(late?.health).toMatchObject({ state: "unknown", isStale: true, finding: null, advice: null });
  });

  it("that a stopped proxy is off becomes unknown on such a screen, but not what the setting of a VIP says", () => {
    const vip: ListedEndpoint = {
      ...{ ...write, ref: { kind: "vip", vipId: id(30) }, way: "write_vip" },
      ...{ proxyHosts: [], isOff: true },
    };
    const looks = [look(write, [silent]), look(vip, [seen(1)])];
    const shown = measureEndpoints([{ ...write, stoppedBy: "ann" }, vip], { looks, elapsedMs: 0 });
    const statesAt = (elapsedMs: number) => ageEndpoints(shown, elapsedMs).map(({ health }) => health.state);
    expect(statesAt(staleLookMs)).toEqual(["off", "off"]);
    expect(statesAt(staleLookMs + 1)).toEqual(["unknown", "off"]);
    expect(ageEndpoints(shown, staleLookMs + 1)[0]?.health.finding).toBeNull();
  });

  it("is told of each endpoint by what names it, as old as it is now", () => {
    const stored = { looks: [look(read, [seen(2)])], elapsedMs: 700 };
    const [first, second] = measureEndpoints([write, read], stored).map((one) => MeasuredEndpoint.parse(one));
    expect(first?.health.state).toBe("unknown");
    expect(second?.health).toMatchObject({ state: "right", ageMs: 700 });
    expect(stored.looks[0]?.key).toBe(keyOfEndpoint(read.ref));
  });
});

describe("who is expected to answer, so that few handshakes are in vain", () => {
  const named = (endpoint: ListedEndpoint, views: readonly EndpointView[]) => {
    const before = views.length === 0 ? null : look(endpoint, views);
    return orderMembers(endpoint, members, before).map(({ name }) => name);
  };
  it("is for writes whoever answered last, or the primary", () => {
    expect(named(write, [])).toEqual(["db1", "db2", "db3"]);
    expect(named(write, [seen(3)])).toEqual(["db3", "db1", "db2"]);
  });
  it("is where connections take turns the secondary that answered longest ago", () => {
    expect(named(read, [])).toEqual(["db2", "db3", "db1"]);
    expect(named(read, [seen(2)])).toEqual(["db3", "db2", "db1"]);
    expect(named(read, [seen(2), seen(3)])).toEqual(["db2", "db3", "db1"]);
  });
  it("is for a member's own address that member alone", () => {
    expect(named(direct, [])).toEqual(["db2"]);
  });
});
