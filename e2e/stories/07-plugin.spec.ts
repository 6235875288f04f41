import type { Page } from "@playwright/test";
import { databaseNames, type Lab, preparePluginServers } from "@primacy/lab";
import { administrator, expect, test } from "../fixtures/story";
import { orderOfVip } from "../pages/cluster";
import { signIn } from "../pages/sign-in";
import { words } from "../words";

const { en, zh } = words;
const longEnough = { timeout: 300_000 };

/** Orders something by REST and waits for its end; resolves to its result. */
async function order(
  page: Page,
  method: "post" | "delete",
  path: string,
  data: object,
): Promise<Readonly<Record<string, unknown>>> {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request[method](`/api/v1${path}`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { operation } = await answer.json();
  const read = async () => (await page.request.get(`/api/v1/operations/${operation.id}`)).json();
  await expect.poll(async () => (await read()).state, longEnough).toBe("succeeded");
  return (await read()).result ?? {};
}

/** The group as the plugin needs it: host operators, and the administrator's account kept. Returns the path of its pages. */
async function registerWithAccount(page: Page, lab: Lab): Promise<string> {
  const list = async (path: string) => (await (await page.request.get(`/api/v1${path}`)).json()).items;
  for (const { id, operator } of await list("/hosts"))
    if (operator?.state !== "running") await order(page, "post", `/hosts/${id}/operator`, {});
  for (const { id, name } of await list("/clusters"))
    await order(page, "delete", `/clusters/${id}`, { confirm: name });
  const { user, password } = lab.credentials.admin;
  const seed = { address: lab.host("db1").address, port: 3306, user, password };
  const { clusterId } = await order(page, "post", "/clusters", {
    ...seed,
    name: "orders",
    keepCredentials: true,
  });
  return `/clusters/${clusterId}`;
}

test("the plugin greatdb_ha is chosen, checked, shown with each file's lines, applied and proved, and removed in Chinese", async ({
  page,
  lab,
  standing,
  expectAccessible,
  picture,
}) => {
  test.setTimeout(1_200_000);
  const obstacle = await lab.plugin.findObstacle();
  test.skip(obstacle !== null, obstacle ?? "");
  const address = lab.host("db1").address.replace(/\.\d+$/, ".100");
  // The plugin keeps less than the standing watch demands.
  standing.ignoreAddress(address);
  const files = await readOptionFiles(lab);
  for (const name of databaseNames) await lab.plugin.place(name);
  await preparePluginServers(lab);
  try {
    await signIn(page, en, administrator);
    const path = await registerWithAccount(page, lab);

    await test.step("the wizard offers it, and recommends the agent with the reason", async () => {
      await page.goto(`${path}/vip/new`);
      await expect(page.getByRole("radio", { name: en.providers.agent })).toBeChecked();
      await page.getByRole("radio", { name: en.providers.greatdb_ha }).click();
      await page.locator("input[name=address]").fill(address);
      await expectAccessible(page);
      await page.getByRole("main").getByRole("button", { name: en.checks, exact: true }).click();
    });

    await test.step("the plan shows the lines that go into each option file", async () => {
      await expect(page.getByRole("button", { name: en.apply, exact: true })).toBeEnabled(longEnough);
      const added = page.getByText(`+ loose_greatdb_ha_mgr_vip_ip = ${address}`);
      await expect(added).toHaveCount(databaseNames.length);
      await expectAccessible(page);
      await picture(page, "plugin-plan");
    });

    await test.step("it is applied, and proved by one kernel and a write through the address", async () => {
      await page.getByRole("button", { name: en.apply, exact: true }).click();
      await expect(page.getByRole("heading", { name: en.proved })).toBeVisible(longEnough);
      expect(await lab.observe.addressHolders(address)).toEqual([(await lab.findPrimary())?.name]);
      await expectAccessible(page);
    });

    await test.step("in Chinese it is removed, and every option file is as it was to the byte", async () => {
      await page.goto(`${path}/vip`);
      await page.getByRole("radio", { name: "中文" }).click();
      await expect(page.getByRole("main").getByText("greatdb_ha", { exact: true }).first()).toBeVisible();
      const removal = { address, action: zh.remove, confirm: "orders" };
      await orderOfVip(page, zh, path, removal, expectAccessible);
      expect(await lab.observe.addressHolders(address)).toEqual([]);
      expect(await readOptionFiles(lab)).toEqual(files);
    });
  } finally {
    for (const name of databaseNames) await lab.plugin.remove(name);
  }
});

/** With mode, owner and hash: whatever is not the same to the byte shows. */
function readOptionFiles(lab: Lab): Promise<readonly string[]> {
  const text = "stat -c '%a %u %g' /etc/mysql/my.cnf; sha256sum < /etc/mysql/my.cnf; ls -a /etc/mysql";
  return Promise.all(
    databaseNames.map(async (name) => (await lab.host(name).exec(["sh", "-c", text])).stdout),
  );
}
