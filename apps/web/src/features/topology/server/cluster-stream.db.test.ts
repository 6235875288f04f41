import type { ClusterRecord } from "@primacy/db";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openConsole, type TestConsole } from "../../../server/testing/open-console";
import { type ReadFrame, readStream, type StreamReader } from "../../../server/testing/read-stream";
import { addCluster, happen, type RecordPicture, watchCluster } from "../../../server/testing/register";
import { waitUntil } from "../../../server/testing/wait-until";

let tested: TestConsole;
let cluster: ClusterRecord;
let record: RecordPicture;
/** Who listens to changes while no stream is open. */
let idle = 0;
beforeAll(async () => {
  tested = await openConsole();
  idle = tested.context.changes.count();
});
beforeEach(async () => {
  cluster = await addCluster(tested.database);
  record = await watchCluster(tested.database, cluster);
});
afterAll(() => tested.close());

/** A stream that stays open is asked for its right to it at least this often. */
const limitMs = 120_000;

async function open(lastEventId?: string, signal?: AbortSignal): Promise<StreamReader> {
  const answer = await tested.send("GET", `/clusters/${cluster.id}/stream`, {
    token: tested.people.viewer.token,
    ...(lastEventId === undefined ? {} : { headers: { "last-event-id": lastEventId } }),
    ...(signal === undefined ? {} : { signal }),
  });
  expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  return readStream(answer);
}

const isEvent = ({ data }: ReadFrame): boolean => data.kind === "event";
const isTopology = ({ data }: ReadFrame): boolean => data.kind === "topology";
const cursorOf = ({ data }: ReadFrame): unknown => {
  const { event } = data;
  return typeof event === "object" && event !== null && "cursor" in event ? event.cursor : null;
};

it("begins with the picture, and sends each new one", async () => {
  const stream = await open();
  expect(await stream.next()).toMatchObject({
    data: { topology: { clusterId: cluster.id, revision: 0, tone: "unknown" } },
  });
  const revision = await record({});
  const frame = await stream.find(({ data }) => JSON.stringify(data).includes(`"revision":${revision}`));
  expect(frame.data).toMatchObject({ kind: "topology", topology: { tone: "ok" } });
  await stream.cancel();
});

it("sends each event once, under its cursor", async () => {
  await happen(tested.database, cluster.id, "before");
  const stream = await open();
  await stream.find(isTopology);
  const cursors = [
    await happen(tested.database, cluster.id, "a"),
    await happen(tested.database, cluster.id, "b"),
  ];
  const frames = [await stream.find(isEvent), await stream.find(isEvent)];
  expect(frames.map(cursorOf)).toEqual(cursors);
  expect(frames.map(({ id }) => id)).toEqual(cursors.map(String));
  await stream.cancel();
});

it("resumes after Last-Event-ID with what was missed, in order, none twice and none left out", async () => {
  const first = await happen(tested.database, cluster.id, "seen");
  const missed: number[] = [];
  for (let at = 0; at < 250; at++) missed.push(await happen(tested.database, cluster.id, `missed${at}`));
  const stream = await open(String(first));
  await stream.find(isTopology);
  const live = happen(tested.database, cluster.id, "live");
  const cursors: unknown[] = [];
  for (let at = 0; at < 251; at++) cursors.push(cursorOf(await stream.find(isEvent)));
  expect(cursors).toEqual([...missed, await live]);
  await stream.cancel();
});

it("resumes with what became known since, though it was seen before what was read last", async () => {
  const read = await happen(tested.database, cluster.id, "read", 1_000);
  const missed = [
    await happen(tested.database, cluster.id, "long ago", 90_000),
    await happen(tested.database, cluster.id, "just now", 500),
  ];
  const stream = await open(String(read));
  expect([cursorOf(await stream.find(isEvent)), cursorOf(await stream.find(isEvent))]).toEqual(missed);
  await stream.cancel();
  const { json } = await tested.ask("GET", `/clusters/${cluster.id}/events`, {
    token: tested.people.viewer.token,
  });
  expect(json.items).toMatchObject([{ cursor: missed[1] }, { cursor: read }, { cursor: missed[0] }]);
});

it("resumes at the lastEventId of the address too, for a reader that cannot send the header", async () => {
  const first = await happen(tested.database, cluster.id, "seen");
  const missed = await happen(tested.database, cluster.id, "missed");
  const { token } = tested.people.viewer;
  const path = `/clusters/${cluster.id}/stream?lastEventId=${first}`;
  const stream = readStream(await tested.send("GET", path, { token }));
  expect(cursorOf(await stream.find(isEvent))).toBe(missed);
  await stream.cancel();
});

it("sends a new picture instead where the missed events are gone", async () => {
  await happen(tested.database, cluster.id, "a");
  const stream = await open("7000");
  await stream.find(isTopology);
  await stream.find(isTopology);
  const cursor = await happen(tested.database, cluster.id, "b");
  expect(cursorOf(await stream.find(isEvent))).toBe(cursor);
  await stream.cancel();
});

it("lets go of everything when the reader goes", async () => {
  // What the tests before have cancelled may take a moment to end.
  const untilIdle = (): Promise<true> =>
    waitUntil(() => (tested.context.changes.count() === idle ? true : null));
  await untilIdle();
  const gone = new AbortController();
  const stream = await open(undefined, gone.signal);
  await stream.find(isTopology);
  expect(tested.context.changes.count()).toBe(idle + 1);
  gone.abort();
  await stream.ended();
  await untilIdle();
  const cancelled = await open();
  await cancelled.find(isTopology);
  await cancelled.cancel();
  await untilIdle();
});

it("keeps nothing for a slow reader but the newest picture", async () => {
  const stream = await open();
  await stream.find(isTopology);
  let revision = 0;
  for (let at = 0; at < 40; at++) revision = await record({});
  const seen: unknown[] = [];
  await stream.find(({ data }) => {
    seen.push(data);
    return JSON.stringify(data).includes(`"revision":${revision}`);
  });
  expect(seen.length).toBeLessThan(40);
  await stream.cancel();
});

it("ends when the process stops", async () => {
  const other = await openConsole();
  const { id } = await addCluster(other.database);
  const stream = readStream(
    await other.send("GET", `/clusters/${id}/stream`, { token: other.people.viewer.token }),
  );
  await stream.next();
  const startedMs = performance.now();
  const ended = stream.ended();
  await other.close();
  await ended;
  expect(performance.now() - startedMs).toBeLessThan(9_000);
});

it("ends soon after its session ended or its token was revoked, and lives on otherwise", async () => {
  const other = await openConsole();
  const { viewer, operator, admin } = other.people;
  const { id } = await addCluster(other.database);
  const enter = async (as: { token?: string; cookie?: string }, path: string) => {
    const stream = readStream(await other.send("GET", path, as));
    await stream.next();
    return stream;
  };
  const bySession = await enter({ cookie: viewer.cookie }, `/clusters/${id}/stream`);
  const byToken = await enter({ token: operator.token }, `/clusters/${id}/stream`);
  const lasting = await enter({ token: admin.token }, `/clusters/${id}/stream`);
  await other.ask("DELETE", "/session", { cookie: viewer.cookie });
  const { json } = await other.ask("GET", "/tokens", { token: operator.token });
  const [token] = Array.isArray(json.items) ? json.items : [];
  await other.ask("DELETE", `/tokens/${token.id}`, { token: operator.token });
  await Promise.all([bySession.ended(limitMs), byToken.ended(limitMs)]);
  await waitUntil(() => (other.context.changes.count() === 2 ? true : null));
  await lasting.cancel();
  await other.close();
});
