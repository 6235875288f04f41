import type { APIRequestContext } from "@playwright/test";
import { administrator, expect, test } from "../fixtures/story";
import { signIn } from "../pages/sign-in";
import { words } from "../words";

const viewer = { name: "wall", password: "only looking at the wall" };

test("a viewer sees the topology and is offered nothing that changes it", async ({
  page,
  browser,
  trouble,
}) => {
  await signIn(page, words.en, administrator);
  await page.goto("/settings/users");
  await page.getByRole("button", { name: "Add user" }).click();
  await page.getByLabel("Name").fill(viewer.name);
  await page.getByLabel("First password").fill(viewer.password);
  await page.getByRole("dialog").getByRole("button", { name: "Add user" }).click();
  await expect(page.getByRole("rowheader", { name: viewer.name })).toBeVisible();

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  trouble.watch(other);
  const wall = await other.newPage();
  await signIn(wall, words.en, viewer);
  await wall.getByRole("main").getByRole("link", { name: "orders" }).click();
  await expect(wall.getByText(/members online/).first()).toBeVisible();
  await expect(wall.getByRole("link", { name: words.en.switchOver })).toHaveCount(0);
  trouble.allow(/^403 GET .*\/settings\/users/);
  await wall.goto("/settings/users");
  await expect(wall.getByText("Your role does not allow this page")).toBeVisible();

  await test.step("a forgotten password is replaced by the administrator, and the old session ends", async () => {
    const dialog = page.getByRole("dialog");
    await page
      .getByRole("row", { name: new RegExp(viewer.name) })
      .getByRole("button", { name: "Actions" })
      .click();
    await page.getByRole("menuitem", { name: "Set a new password" }).click();
    trouble.allow(/^422 PATCH .*\/users\//);
    await dialog.getByLabel("New password").fill("short");
    await dialog.getByRole("button", { name: "Set a new password" }).click();
    await expect(dialog.getByText(/At least \d+ characters/)).toBeVisible();
    await dialog.getByLabel("New password").fill("another one for the wall");
    await dialog.getByRole("button", { name: "Set a new password" }).click();
    await expect(dialog).toHaveCount(0);
    trouble.allow(/^401 /);
    await wall.goto("/");
    await wall.waitForURL(/\/sign-in/);
    await signIn(wall, words.en, { name: viewer.name, password: "another one for the wall" });
  });
  await other.close();
});

/** The pages that not everybody is shown, and the least role that each is for. */
const guardedPages: readonly { readonly path: (clusterId: string) => string; readonly role: string }[] = [
  { path: (id) => `/clusters/${id}/vip/new`, role: "operator" },
  { path: (id) => `/clusters/${id}/switchover`, role: "operator" },
  { path: (id) => `/clusters/${id}/restart`, role: "operator" },
  { path: (id) => `/clusters/${id}/recovery`, role: "operator" },
  { path: () => "/hosts/new", role: "admin" },
  { path: () => "/clusters/new", role: "admin" },
  { path: () => "/settings/audit", role: "admin" },
  { path: () => "/settings/retention", role: "admin" },
  { path: () => "/settings/users", role: "admin" },
];
const ranks = ["viewer", "operator", "admin"];

/** The status of each guarded page. Nothing is rendered for it, so that a page costs milliseconds. */
async function knock(request: APIRequestContext, clusterId: string): Promise<readonly string[]> {
  const statuses: string[] = [];
  for (const { path } of guardedPages) {
    const answer = await request.get(path(clusterId), { maxRedirects: 0 });
    statuses.push(`${answer.status()} ${path(clusterId)}`);
  }
  return statuses;
}

test("every page is shown to the roles that it is for, and to nobody else", async ({ page, browser }) => {
  await signIn(page, words.en, administrator);
  const baseURL = new URL(page.url()).origin;
  const { request } = page.context();
  const [cluster] = (await (await request.get("/api/v1/clusters")).json()).items;
  const expected = (status: (least: string) => number): string[] =>
    guardedPages.map(({ path, role }) => `${status(role)} ${path(cluster.id)}`);
  for (const role of ranks) {
    const person = { name: `a guest as ${role}`, password: "looking behind every door" };
    expect((await request.post("/api/v1/users", { data: { ...person, role } })).status()).toBe(201);
    const guest = await browser.newContext({ baseURL });
    // Who is not signed in yet is sent to the door.
    expect(await knock(guest.request, cluster.id)).toEqual(expected(() => 307));
    expect((await guest.request.post("/api/v1/session", { data: person })).status()).toBe(201);
    const isFor = (least: string): boolean => ranks.indexOf(role) >= ranks.indexOf(least);
    expect(await knock(guest.request, cluster.id)).toEqual(expected((least) => (isFor(least) ? 200 : 403)));
    await guest.close();
  }
});

test("a program with a token does by REST what its role allows, and is refused the rest", async ({
  page,
  request,
}) => {
  await signIn(page, words.en, administrator);
  await page.goto("/settings/tokens");
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByLabel("Name").fill("automation");
  await page.getByRole("dialog").getByRole("button", { name: "Create token" }).click();
  const secret = (await page.getByRole("dialog").locator("code").first().innerText()).trim();
  const headers = { authorization: `Bearer ${secret}` };
  const clusters = await request.get("/api/v1/clusters", { headers });
  expect(clusters.status()).toBe(200);
  const [cluster] = (await clusters.json()).items;
  const refused = await request.post(`/api/v1/clusters/${cluster.id}/switchover`, {
    headers,
    data: { memberId: cluster.members[0].id, confirm: cluster.name },
  });
  expect(refused.status()).toBe(403);
  expect((await refused.json()).code).toBe("forbidden");
});
