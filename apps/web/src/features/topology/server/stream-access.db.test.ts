import { it } from "vitest";
import { openConsole } from "../../../server/testing/open-console";
import { readStream } from "../../../server/testing/read-stream";
import { addCluster } from "../../../server/testing/register";
import { waitUntil } from "../../../server/testing/wait-until";

/** A stream that stays open is asked for its right to it at least this often. */
const limitMs = 30_000;

it("ends soon after its session ended or its token was revoked, and lives on otherwise", async () => {
  const tested = await openConsole();
  const { viewer, operator, admin } = tested.people;
  const { id } = await addCluster(tested.database);
  const open = async (as: { token?: string; cookie?: string }, path: string) => {
    const stream = readStream(await tested.send("GET", path, as));
    await stream.next();
    return stream;
  };
  const bySession = await open({ cookie: viewer.cookie }, `/clusters/${id}/stream`);
  const byToken = await open({ token: operator.token }, `/clusters/${id}/stream`);
  const lasting = await open({ token: admin.token }, `/clusters/${id}/stream`);
  await tested.ask("DELETE", "/session", { cookie: viewer.cookie });
  const { json } = await tested.ask("GET", "/tokens", { token: operator.token });
  const [token] = Array.isArray(json.items) ? json.items : [];
  await tested.ask("DELETE", `/tokens/${token.id}`, { token: operator.token });
  await Promise.all([bySession.ended(limitMs), byToken.ended(limitMs)]);
  await waitUntil(() => (tested.context.changes.count() === 2 ? true : null));
  await lasting.cancel();
  await tested.close();
});
