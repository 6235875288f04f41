import { createHash } from "node:crypto";
import { pluginLibraryBytes } from "@primacy/contract";
import { type ClusterRecord, newId } from "@primacy/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole, type TestConsole, type Told } from "../../../server/testing/open-console";
import { addCluster, addHost } from "../../../server/testing/register";
import { madeLibrary } from "./plugin-library.fixture";

let tested: TestConsole;
let cluster: ClusterRecord;
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
  cluster = await addCluster(tested.database, [await addHost(tested.database)]);
});
afterAll(() => tested.close());

const sha256 = createHash("sha256").update(madeLibrary).digest("hex");
const body = { name: "greatdb_ha.so", content: madeLibrary.toString("base64") };

function ask(
  method: string,
  path: string,
  order?: object,
  as: "operator" | "viewer" = "operator",
): Promise<Told> {
  return tested.ask(method, path, { token: tested.people[as].token, ...(order && { body: order }) });
}
const upload = (order: object, as?: "viewer"): Promise<Told> => ask("POST", "/plugin-libraries", order, as);
const list = async (): Promise<unknown> =>
  (await ask("GET", "/plugin-libraries", undefined, "viewer")).json.items;

test("an operator uploads a library, asks for it with a VIP, and deletes it once nothing uses it; who did it is kept", async () => {
  expect((await upload(body, "viewer")).status).toBe(403);
  const told = await upload(body);
  expect([told.status, told.json]).toMatchObject([
    200,
    {
      sha256,
      name: "greatdb_ha.so",
      size: madeLibrary.length,
      serverVersion: 80_404,
      uploadedBy: "token of the operator",
    },
  ]);
  expect((await upload({ ...body, name: "again.so" })).json).toEqual(told.json);
  expect(await list()).toEqual([told.json]);
  expect(JSON.stringify(await list())).not.toContain(body.content.slice(0, 40));
  const vip = { provider: "greatdb_ha", address: "10.77.0.100", prefixLength: 24, library: sha256 };
  const checking = await ask("POST", `/clusters/${cluster.id}/vips/check`, vip);
  expect(checking.status).toBe(202);
  const path = `/plugin-libraries/${told.json.id}`;
  expect((await ask("DELETE", path)).json).toMatchObject({
    code: "library_in_use",
  });
  const { operation } = { operation: { id: "" }, ...checking.json };
  await ask("POST", `/operations/${operation.id}/cancel`, {});
  expect((await ask("DELETE", path)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect((await ask("DELETE", path)).status).toBe(404);
  const { items } = await tested.database.audit.list({}, { after: null, limit: 9 });
  const kept = items.filter(({ action }) => action.startsWith("plugin_library."));
  expect(kept.map(({ action }) => action)).toEqual([
    ...["plugin_library.delete", "plugin_library.upload", "plugin_library.upload"],
  ]);
  expect(kept[2]).toMatchObject({ actorName: "token of the operator", detail: { sha256 } });
});

test("what is no library of the plugin is refused with every reason, and not kept", async () => {
  const spoilt = Buffer.from(madeLibrary);
  // A program for another processor.
  spoilt.writeUInt16LE(2, 0x10);
  spoilt.writeUInt16LE(40, 0x12);
  const told = await upload({ ...body, content: spoilt.toString("base64") });
  expect([told.status, told.json]).toMatchObject([
    422,
    { errors: [{ path: "/content", code: "library_not_shared" }, { code: "library_machine" }] },
  ]);
  const text = await upload({ name: "", content: "no base64" });
  expect(text.json.errors).toMatchObject([
    { path: "/name", code: "required" },
    { path: "/content", code: "library_base64" },
  ]);
  const large = Buffer.alloc(pluginLibraryBytes + 1).toString("base64");
  expect((await upload({ ...body, content: large })).json.errors).toMatchObject([
    { code: "library_too_large" },
  ]);
  const beyond = `${large}${"A".repeat(8_192)}`;
  expect((await upload({ ...body, content: beyond })).json).toMatchObject({
    code: "malformed_body",
    errors: [{ code: "body_too_large" }],
  });
  expect(await list()).toEqual([]);
});

test("a VIP is refused a library that nobody uploaded, and one of the agents any", async () => {
  const order = { address: "10.77.0.100", prefixLength: 24, library: sha256 };
  for (const [provider, code] of [
    ["greatdb_ha", "library_unknown"],
    ["agent", "library_of_agent_vip"],
  ] as const)
    for (const place of ["vips", "vips/check"])
      expect(
        (await ask("POST", `/clusters/${cluster.id}/${place}`, { ...order, provider })).json.errors,
      ).toMatchObject([{ path: "/library", code }]);
  expect((await ask("DELETE", `/plugin-libraries/${newId()}`)).json.code).toBe("not_found");
});
