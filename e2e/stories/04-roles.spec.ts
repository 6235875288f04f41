import { administrator, expect, test } from "../fixtures/story";
import { signIn } from "../pages/door";
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
  await other.close();
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
