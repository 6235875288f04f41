import { readFileSync } from "node:fs";
import path from "node:path";
import { type EndpointName, endpoints } from "@primacy/contract/api";
import { consoleUrl } from "../fixtures/console-up";
import { type AskedCall, openReader } from "../fixtures/reader";
import { expect, test } from "../fixtures/story";

const readme = path.resolve(import.meta.dirname, "../../README.md");
const blockTimeoutMs = 240_000;

/** The README's main job, and what it promises beside it: these are all shown. What a feature adds has a page of its own. */
const mainJob: Readonly<Record<string, readonly EndpointName[]>> = {
  hosts: ["scanHostKey", "getConsoleSshKey", "createHosts", "listHosts", "testHost"],
  agents: ["installAgent", "upgradeAgent", "repairAgent", "removeAgent"],
  changedHost: ["getHost", "acceptHostKey", "forgetHostCredential", "changeHost", "deleteHost"],
  operations: ["getOperation", "cancelOperation", "listOperationLog", "listOperations"],
  cluster: ["discoverCluster", "registerCluster", "listClusters", "getCluster", "removeCluster"],
  members: ["refreshCluster", "listMembers", "checkMember", "stopMember", "startMember"],
  vip: ["checkVip", "applyVip", "listVips", "changeVip", "removeVip"],
  vipByHand: ["pauseVip", "resumeVip", "releaseVip"],
  switchover: ["checkSwitchover", "switchOver"],
  watch: ["getTopology", "streamCluster", "stream", "listEvents", "listSamples"],
};

/** The commands of the section, block by block, as they stand there. */
function listBlocks(): readonly string[] {
  const section = readFileSync(readme, "utf8")
    .split(/^## /m)
    .find((one) => one.startsWith("The same by curl"));
  return [...(section ?? "").matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block);
}

/** The name of a call in the table of the REST API. */
function nameOf(call: AskedCall): string | undefined {
  const asked = new URL(call.url).pathname.replace("/api/v1", "").split("/");
  const fits = (declared: string): boolean => {
    const parts = declared.split("/");
    return (
      parts.length === asked.length && parts.every((part, at) => part.startsWith("{") || part === asked[at])
    );
  };
  const method = call.method.toLowerCase();
  // What is said word by word wins over a parameter.
  const found = Object.entries(endpoints).filter(([, one]) => one.method === method && fits(one.path));
  return (found.find(([, one]) => !one.path.includes("{")) ?? found[0])?.[0];
}

test("whoever follows the README by curl, from top to bottom, does the whole job", async ({ lab }) => {
  test.setTimeout(1_200_000);
  const net = lab.host("db1").address.replace(/\.\d+$/, "");
  const readersOwn = {
    CONSOLE: consoleUrl,
    LAB: path.resolve(lab.sshKeyPath, "../.."),
    NET: net,
  };
  /** What the world looks like after the first block that has these words. */
  const world: [string, () => Promise<void>][] = [
    ["Idempotency-Key", async () => expect(await lab.observe.addressHolders(`${net}.100`)).toEqual(["db1"])],
    ['/switchover"', async () => expect(await lab.observe.addressHolders(`${net}.100`)).toEqual(["db2"])],
    [
      'api DELETE "/clusters/$CLUSTER/vips/$ID"',
      async () => {
        expect(await lab.observe.addressHolders(`${net}.100`)).toEqual([]);
        expect(await lab.observe.addressHolders(`${net}.101`)).toEqual([]);
      },
    ],
  ];
  const calls: AskedCall[] = [];
  const reader = openReader();
  try {
    for (const block of listBlocks()) {
      const [title = ""] = block.split("\n");
      await test.step(title, async () => {
        const outcome = await reader.run(block, blockTimeoutMs);
        const told = `${block}\n── says:\n${outcome.output}`;
        expect(outcome.isDone, `this block of the README fails:\n${told}`).toBe(true);
        expect(
          outcome.calls.filter((one) => one.status >= 400),
          `this block of the README is refused:\n${told}`,
        ).toEqual([]);
        expect(
          outcome.output,
          `this block of the README shows nothing where a value belongs:\n${told}`,
        ).not.toMatch(/^null$/m);
        calls.push(...outcome.calls);
        const own = Object.entries(readersOwn).filter(([name]) => new RegExp(`^${name}=`, "m").test(block));
        for (const [name, value] of own) await reader.run(`${name}='${value}'`, blockTimeoutMs);
        const at = world.findIndex(([words]) => block.includes(words));
        for (const [, look] of at === -1 ? [] : world.splice(at, 1)) await look();
      });
    }
    expect((await reader.run("api GET /hosts | jq -e '.items == []'", blockTimeoutMs)).isDone).toBe(true);
    expect(reader.leftFiles(), "what the README leaves lying about").toEqual([]);
  } finally {
    reader.close();
  }
  expect(world, "blocks that the README has no more").toEqual([]);
  const shown = new Set(calls.map(nameOf));
  const wanted = Object.values(mainJob).flat();
  expect(wanted.filter((name) => !shown.has(name))).toEqual([]);
});
