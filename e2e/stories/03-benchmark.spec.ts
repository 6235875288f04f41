import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
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

test("a benchmark of the primary and the VIP is started, watched, answered, read in Chinese, and deleted", async ({
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

  await test.step("the same in Chinese", async () => {
    await page.getByRole("radio", { name: "中文" }).click();
    await expect(page.getByRole("heading", { name: words.zh.answer, exact: true })).toBeVisible();
    await expect(page.getByText(/^VIP(：| 损失| 提升)/)).toBeVisible();
    await page.getByRole("radio", { name: "EN" }).click();
    await expect(page.getByRole("heading", { name: en.answer, exact: true })).toBeVisible();
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
