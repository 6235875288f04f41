import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { BenchmarkDetail } from "@primacy/contract";
import { databaseNames, type Lab } from "@primacy/lab";
import { administrator, expect, test } from "../fixtures/story";
import { fillAccount } from "../pages/cluster";
import { signIn } from "../pages/sign-in";
import { words } from "../words";

const en = words.en;
const longEnough = { timeout: 600_000 };

/** Does by REST what the first story did on the page for the members' hosts: app1 gets an agent, and its host operator. */
async function addLoadHost(page: Page, lab: Lab): Promise<{ readonly id: string }> {
  const { address } = lab.host("app1");
  const headers = { origin: new URL(page.url()).origin };
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/v1${path}`, { data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { hostKey } = await post("/host-key-scans", { address });
  const privateKey = await readFile(lab.sshKeyPath, "utf8");
  const { hosts } = await post("/hosts", {
    hosts: [
      {
        name: "app1",
        address,
        sshUser: "root",
        credential: { kind: "key", privateKey },
        hostKeyFingerprint: hostKey.fingerprint,
      },
    ],
  });
  const [host] = hosts;
  const { operation } = await post(`/hosts/${host.id}/agent`, { hostOperator: true });
  await awaitEnd(page.request, operation.id);
  return host;
}

async function awaitEnd(request: APIRequestContext, id: string): Promise<void> {
  const stateOf = async () => (await (await request.get(`/api/v1/operations/${id}`)).json()).state;
  await expect.poll(stateOf, longEnough).toBe("succeeded");
}

/** Orders a second benchmark by REST, as short as one can be: the load of the first through its first arm alone. */
async function orderShort(page: Page, lab: Lab, first: BenchmarkDetail): Promise<string> {
  const { clusterId, loadHostId, workload, threads, arms } = first;
  const data = {
    name: "Once more",
    confirm: "orders",
    administrator: lab.credentials.admin,
    loadHostId,
    workload,
    arms: arms
      .slice(0, 1)
      .map(({ name, endpoints }) => ({ name, endpoints: endpoints.map(({ ref }) => ref) })),
    threads,
    blocks: 1,
    runSeconds: 5,
    warmupSeconds: 0,
  };
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.post(`/api/v1/clusters/${clusterId}/benchmarks`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).operation.id;
}

/** A lab with proxies has every server asked for its role twice a second: statements of others, too many of them on a busy machine. */
async function switchRoleChecks(lab: Lab, act: "start" | "stop"): Promise<void> {
  const command = `if [ -e /usr/local/sbin/lab-role ]; then service lab-role ${act}; fi`;
  for (const name of databaseNames) await lab.host(name).exec(["sh", "-c", command]);
}
/** The standing watch writes through the VIP, which on a busy machine is too much for a run as well: it is judged, and begins anew. */
test.beforeEach(async ({ lab, standing }) => {
  await switchRoleChecks(lab, "stop");
  expect(await standing.end()).toEqual([]);
});
test.afterEach(async ({ lab, standing }) => {
  await standing.restart();
  await switchRoleChecks(lab, "start");
});

test("a benchmark of the primary and the VIP is started, watched, answered, exported, compared, and deleted", async ({
  page,
  lab,
  expectAccessible,
  picture,
  trouble,
}) => {
  test.setTimeout(1_200_000);
  // The page asks for the benchmark before its preparation has begun.
  trouble.allow(/^404 GET .*\/benchmarks\//);
  await signIn(page, en, administrator);
  const host = await addLoadHost(page, lab);
  const { items } = await (await page.request.get("/api/v1/clusters")).json();
  const path = `/clusters/${items[0].id}/benchmarks`;

  await test.step("the form proposes the primary and the VIP, and says what it would do", async () => {
    await page.goto(path);
    await page.getByRole("link", { name: en.newBenchmark }).click();
    await page.getByRole("textbox", { name: en.threads }).fill("4");
    await page.getByRole("textbox", { name: en.blocks }).fill("3");
    await page.getByRole("textbox", { name: en.secondsPerRun }).fill("5");
    await page.getByRole("textbox", { name: en.warmUp }).fill("1");
    await page.getByRole("button", { name: en.check, exact: true }).click();
    await expect(page.getByText(en.allPassed)).toBeVisible(longEnough);
    await expectAccessible(page);
    await fillAccount(page.getByRole("main"), en, lab.credentials.admin);
    await page.getByRole("button", { name: en.startBenchmark }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("orders");
    await dialog.getByRole("button", { name: en.startBenchmark }).click();
    await page.waitForURL(/\/benchmarks\/[0-9a-f-]{36}$/);
  });

  await test.step("it is seen as it runs, and ends with an answer", async () => {
    const main = page.getByRole("main");
    // Its chart has the same title.
    await expect(main.getByRole("heading", { name: en.secondBySecond, exact: true })).toBeVisible(longEnough);
    await expect(main.getByText(/^succeeded$/i).first()).toBeVisible(longEnough);
    await expect(main.getByRole("heading", { name: en.answer, exact: true })).toBeVisible();
    await expect(main.getByText(/^VIP(:| costs| gains)/)).toBeVisible();
    // 6 runs, and the row of headers; more where a block was disturbed and came again.
    const rows = page.getByRole("table", { name: en.allRuns }).getByRole("row");
    expect(await rows.count()).toBeGreaterThanOrEqual(7);
    await expectAccessible(page);
    await picture(page, "benchmark");
  });

  const first = new URL(page.url()).pathname;
  const second = await test.step("its runs are taken away as CSV, as a second one is measured", async () => {
    const asked = await page.request.get(`/api/v1/benchmarks/${first.split("/").at(-1)}`);
    const id = await orderShort(page, lab, BenchmarkDetail.parse(await asked.json()));
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: en.exported }).click();
    await page.getByRole("menuitem", { name: en.runsAsCsv }).click();
    const [headers = "", ...runs] = (await readFile(await (await download).path(), "utf8"))
      .trim()
      .split("\n");
    expect(headers).toMatch(/^.?run,block,threads,arm,state,/);
    for (const block of [1, 2, 3])
      expect(runs).toContainEqual(expect.stringMatching(`^\\d+,${block},4,VIP,done,`));
    return id;
  });

  await test.step("the same in Chinese", async () => {
    await page.getByRole("radio", { name: "中文" }).click();
    await expect(page.getByRole("heading", { name: words.zh.answer, exact: true })).toBeVisible();
    await expect(page.getByText(/^VIP(：| 损失| 提升)/)).toBeVisible();
    await page.getByRole("radio", { name: "EN" }).click();
    await expect(page.getByRole("heading", { name: en.answer, exact: true })).toBeVisible();
  });

  await test.step("both stand side by side, with what differed between them", async () => {
    await awaitEnd(page.request, second);
    await page.goto(path);
    const boxes = page.getByRole("checkbox", { name: en.compareOne });
    await expect(boxes).toHaveCount(2);
    for (const one of await boxes.all()) await one.check();
    await page.getByRole("button", { name: en.compareTwo }).click();
    await expect(page.getByRole("heading", { name: en.whatDiffered })).toBeVisible();
    // Beside each figure stands the letter of its benchmark, for narrow screens.
    await expect(page.getByRole("row", { name: /^Blocks/ }).getByRole("cell")).toHaveText([/1$/, /3$/]);
    await expectAccessible(page);
    const headers = { origin: new URL(page.url()).origin };
    expect((await page.request.delete(`/api/v1/benchmarks/${second}`, { headers })).ok()).toBe(true);
    await page.goto(first);
  });

  await test.step("it is deleted, and its host with it, for the stories that follow", async () => {
    await page.getByRole("button", { name: en.delete }).click();
    await page.getByRole("dialog").getByRole("button", { name: en.delete }).click();
    await expect(page.getByText(en.whatItCosts)).toBeVisible();
    const headers = { origin: new URL(page.url()).origin };
    const removed = await page.request.delete(`/api/v1/hosts/${host.id}/agent`, { headers, data: {} });
    expect(removed.ok(), await removed.text()).toBe(true);
    await awaitEnd(page.request, (await removed.json()).operation.id);
    expect((await page.request.delete(`/api/v1/hosts/${host.id}`, { headers })).ok()).toBe(true);
  });
});
