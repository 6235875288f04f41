import type { Locale, MeasuredEndpoint } from "@primacy/contract";
import type { TopologyModel } from "@primacy/ui/topology";
import { describe, expect, it } from "vitest";
import { bare, calm, hostIds } from "../topology/topology.fixture";
import { toTopologyModel } from "../topology/topology-model";
import { drawRelays } from "./draw-relays";
import {
  directOf,
  haproxyOf,
  manyWays,
  right,
  routerOf,
  serverOf,
  ways,
  wrongWays,
} from "./endpoint.fixture";
import { wordsIn } from "./endpoint-words.fixture";

const words = wordsIn("en");

function draw(endpoints: readonly MeasuredEndpoint[], topology = calm): TopologyModel {
  return drawRelays(toTopologyModel(topology, words.texts), endpoints, topology, words);
}
const relaysOf = ({ entries }: TopologyModel) => entries.filter(({ tier }) => tier === "relay");
const linesOf = ({ edges }: TopologyModel) =>
  edges
    .filter(({ id }) => id.startsWith("relay:"))
    .map(({ targetId, tone, isLight = false }) => [
      Object.entries(hostIds).find(([, id]) => id === targetId)?.[0],
      tone,
      isLight ? "light" : "full",
    ]);

describe("the proxies in the picture", () => {
  it("are one each however many ports they have, with their address and the host that led there", () => {
    expect(relaysOf(draw(ways)).map(({ title, subtitle, tone }) => [title, subtitle, tone])).toEqual([
      ["HAProxy", "10.86.0.110 on px1", "ok"],
      ["MySQL Router", "10.86.0.21 on px1", "ok"],
    ]);
    expect(relaysOf(draw(manyWays))).toHaveLength(4);
  });

  it("have one line to each server to which they lead: in full for writes, light for reads", () => {
    const alone = [
      haproxyOf("write", right([serverOf("db1")])),
      haproxyOf("read", right([serverOf("db2"), serverOf("db1")])),
    ];
    expect(linesOf(draw(alone)).toSorted()).toEqual([
      ["db1", "ok", "full"],
      ["db2", "ok", "light"],
    ]);
  });

  it("are drawn as wrong where writes end at a secondary, and say so", () => {
    const [haproxy] = relaysOf(draw(wrongWays));
    expect(haproxy).toMatchObject({ tone: "failed" });
    expect(haproxy?.description).toContain("10.86.0.110:3307 leads writes to db2, a secondary.");
    expect(linesOf(draw(wrongWays))).toContainEqual(["db2", "failed", "full"]);
  });

  it("say of a port that leads nowhere why, in sentences of their own in either language", () => {
    const tell = (locale: Locale) => {
      const told = wordsIn(locale);
      const model = drawRelays(toTopologyModel(calm, told.texts), wrongWays, calm, told);
      return relaysOf(model).at(-1)?.description;
    };
    expect(tell("en")).toBe(
      [
        "Writes through port 6446 lead nowhere.",
        "The server at 10.86.0.21:6446 does not answer: the connection was refused.",
        "Reads through port 6447 lead nowhere.",
        "The server at 10.86.0.21:6447 does not answer: the connection was refused.",
      ].join(" "),
    );
    expect(tell("zh")).toBe(
      [
        "经端口 6446 的写不通。10.86.0.21:6446 上的服务器没有应答：连接被拒绝。",
        "经端口 6447 的读不通。10.86.0.21:6447 上的服务器没有应答：连接被拒绝。",
      ].join(""),
    );
  });

  it("have no line where nobody knows where they lead, and are unknown then, never well", () => {
    const unseen = right([], { state: "unknown", tone: "unknown", ageMs: null, loginMs: null });
    const model = draw([routerOf("write", unseen)]);
    expect(linesOf(model)).toEqual([]);
    expect(relaysOf(model)).toMatchObject([{ tone: "unknown", subtitle: "10.86.0.21 on px1" }]);
  });

  it("keep what the picture draws without them as it was, and nothing is added where there are none", () => {
    const plain = toTopologyModel(calm, words.texts);
    expect(drawRelays(plain, [directOf("db1")], calm, words)).toBe(plain);
    const model = draw(ways);
    expect(model.edges.filter(({ id }) => !/^(?:relay|way-in):/.test(id))).toEqual(plain.edges);
    expect(model.chips).toEqual(plain.chips);
    expect(model.cards[0]?.description).toContain("HAProxy leads writes here.");
  });

  it("are how clients come in where there is no VIP", () => {
    expect(draw(ways, bare).entries[0]).toMatchObject({ subtitle: "through proxies", tone: "ok" });
    const dead = wrongWays.filter(({ health }) => health.state === "silent");
    expect(draw(dead, bare).entries[0]).toMatchObject({ subtitle: "through proxies", tone: "failed" });
    expect(draw([], bare).entries[0]).toMatchObject({ tone: "unknown" });
  });
});
