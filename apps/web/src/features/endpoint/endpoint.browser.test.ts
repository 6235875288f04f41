import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./endpoint-page.fixture.tsx", import.meta.url));

async function openWide(fragment: string): Promise<Page> {
  const page = await open(fragment);
  await page.setViewportSize({ width: 1440, height: 900 });
  return page;
}

const words = {
  en: {
    table: "Ways to the database",
    write: /HAProxy, writes.*db1.*PRIMARY.*through px1.*db1\.example.*right server.*6 ms/is,
    reads: /HAProxy, reads.*db2.*SECONDARY.*db3.*SECONDARY/is,
    never: /mysql\.example\.com:3306.*Stored address, write.*not known.*not checked yet/is,
    wrong: "10.86.0.110:3307 leads writes to db2, a secondary. They fail there.",
    advice: /Test the proxy on the page 'Proxies'/,
    relay:
      "Writes through port 3307 lead to db1 PRIMARY. Reads through port 3308 lead to db2 SECONDARY, db3 SECONDARY.",
    dead: /Writes through port 6446 lead nowhere\. The server at 10\.86\.0\.21:6446 does not answer: the connection was refused\./,
    unverified: /Primacy cannot verify which server answers at 10\.86\.0\.12:3306: self-signed certificate\./,
    again: /choose 'Discover again' on the page 'Members'/,
    unlisted: /The metadata of MySQL Router \(orders\) lacks db3: MySQL Router never leads there/,
    rescan: /Run dba\.getCluster\(\)\.rescan\(\) in MySQL Shell/,
    differs: /MySQL Router, writes.*right server.*metadata differs from the group/is,
    own: /mysql\.example\.com:3306.*cannot be verified.*ends TLS itself/is,
  },
  zh: {
    table: "数据库的访问入口",
    write: /HAProxy，写.*db1.*PRIMARY.*经由 px1.*db1\.example.*服务器正确.*6 ms/is,
    reads: /HAProxy，读.*db2.*SECONDARY.*db3.*SECONDARY/is,
    never: /mysql\.example\.com:3306.*登记的地址，写.*未知.*尚未检查/is,
    wrong: "10.86.0.110:3307 把写操作引向从库 db2，写操作在那里会失败。",
    advice: /请在“代理服务”页面测试该代理服务/,
    relay: "经端口 3307 的写通向 db1 PRIMARY。经端口 3308 的读通向 db2 SECONDARY、db3 SECONDARY。",
    dead: /经端口 6446 的写不通。10\.86\.0\.21:6446 上的服务器没有应答：连接被拒绝。/,
    unverified: /Primacy 无法验证在 10\.86\.0\.12:3306 应答的是哪台服务器：self-signed certificate。/,
    again: /请在“成员”页面选择“重新发现”/,
    unlisted: /MySQL Router 的元数据（orders）中缺少 db3：/,
    rescan: /请在 MySQL Shell 中运行 dba\.getCluster\(\)\.rescan\(\)/,
    differs: /MySQL Router，写.*服务器正确.*元数据与组不一致/is,
    own: /mysql\.example\.com:3306.*无法验证.*自行终结 TLS/is,
  },
} as const;

describe.each(["en", "zh"] as const)("the ways to the database, in Chromium, in %s", (locale) => {
  const text = words[locale];

  it("are a table with the server that each leads to, by its own word", async () => {
    const page = await openWide(`calm&${locale}`);
    const table = page.getByRole("table", { name: text.table });
    for (const row of [text.write, text.reads, text.never])
      await expect.poll(async () => (await table.innerText()).replaceAll(/\s+/g, " ")).toMatch(row);
    await page.close();
  });

  it("are drawn with the lines that they really take, and each proxy says the same in words", async () => {
    const page = await openWide(`calm&${locale}`);
    await page.locator('[data-id^="entry:proxy:"]').first().waitFor();
    expect(await page.locator('[data-id^="entry:proxy:"]').count()).toBe(2);
    // In to each of two proxies, and from each to three members.
    expect(await page.locator('.react-flow__edge[data-id^="way-in:"]').count()).toBe(2);
    expect(await page.locator('.react-flow__edge[data-id^="relay:"]').count()).toBe(6);
    await page.getByText(text.relay).first().waitFor({ state: "attached" });
    await page.close();
  });

  it("that lead wrong are loud, and say what to do", async () => {
    const page = await openWide(`wrong&${locale}`);
    await page.getByText(text.wrong).first().waitFor();
    await page.getByText(text.advice).first().waitFor();
    await page.getByText(text.dead).first().waitFor({ state: "attached" });
    await page.close();
  });
});

describe.each(["en", "zh"] as const)("metadata that differs from the group, in Chromium, in %s", (locale) => {
  const text = words[locale];

  it("is told once with what to do, and in the row of each port of MySQL Router", async () => {
    const page = await openWide(`unlisted&${locale}`);
    await page.getByText(text.unlisted).waitFor();
    await page.getByText(text.rescan).waitFor();
    const rows = page.getByRole("row").filter({ hasText: text.differs });
    await expect.poll(() => rows.count()).toBe(1);
    expect(await page.getByText(/^metadata differs|^元数据与组/).count()).toBe(3);
    await page.close();
  });
});

describe.each(["en", "zh"] as const)("ways that cannot be verified, in Chromium, in %s", (locale) => {
  const text = words[locale];

  it("are a warning with what to do, and no alarm where a stored address ends TLS itself", async () => {
    const page = await openWide(`unverified&${locale}`);
    await page.getByText(text.unverified).first().waitFor();
    await page.getByText(text.again).first().waitFor();
    const row = page.getByRole("row").filter({ hasText: "mysql.example.com:3306" });
    await expect.poll(async () => (await row.innerText()).replaceAll(/\s+/g, " ")).toMatch(text.own);
    // Nothing of it stands above the picture.
    expect(
      await page.getByText(/mysql\.example\.com:3306: self-signed|mysql\.example\.com:3306 应答/).count(),
    ).toBe(1);
    await page.close();
  });
});

describe("the ways to the database, in Chromium", () => {
  it("open a proxy's panel from the picture, with every port of it", async () => {
    const page = await openWide("calm&selected=entry:proxy:0198f3f0-6d1e-7c3a-9f0e-000000000720");
    const panel = page.getByRole("dialog", { name: "MySQL Router" });
    for (const port of ["6446", "6447", "6450"]) await panel.getByText(`10.86.0.21:${port}`).waitFor();
    const link = panel.getByRole("link", { name: "The proxies of this cluster" });
    expect(await link.getAttribute("href")).toMatch(/\/proxies$/);
    await page.close();
  });

  it("say so in their place where they cannot be loaded, and the picture stays", async () => {
    const page = await openWide("broken");
    await page.getByRole("heading", { name: "Ways to the database" }).waitFor();
    await page.getByRole("button", { name: "Try again" }).waitFor({ timeout: 20_000 });
    await page.locator('[data-id^="host:"], .react-flow__node').first().waitFor();
    await page.close();
  });

  it("lead clients through proxies where there is no VIP", async () => {
    const page = await openWide("bare");
    await page.getByText("through proxies").first().waitFor({ state: "attached" });
    expect(await page.getByText("no VIP yet").count()).toBe(0);
    await page.close();
  });

  it("are said to be none under their own field while one is typed, and nobody is asked", async () => {
    const page = await openWide("calm");
    await page.getByRole("button", { name: "Add an address" }).click();
    const dialog = page.getByRole("dialog", { name: "Add an address of your clients" });
    const address = dialog.getByLabel(/^Address/);
    await address.pressSequentially("10.77.0.1000");
    await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
    const port = dialog.getByLabel(/^Port/);
    await port.fill("70000");
    await expect.poll(() => port.getAttribute("aria-invalid")).toBe("true");
    await dialog.getByText("A port is a whole number from 1 to 65535", { exact: false }).waitFor();
    await address.fill("10.77.0.100");
    await port.fill("3306");
    expect([
      await address.getAttribute("aria-invalid"),
      await port.getAttribute("aria-invalid"),
    ]).not.toContain("true");
    expect(await askedOf(page)).toEqual([]);
    await page.close();
  });

  it("can be added to by an address of one's own, which is forgotten again, and not by a viewer", async () => {
    const page = await openWide("calm");
    await page.getByRole("button", { name: "Add an address" }).click();
    const dialog = page.getByRole("dialog", { name: "Add an address of your clients" });
    await dialog.getByLabel(/^Name/).fill("F5");
    await dialog.getByLabel(/^Address/).fill(" 10.86.0.60 ");
    await dialog.getByRole("button", { name: "Add an address" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Forget load balancer" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
    await expect.poll(async () => (await askedOf(page)).length).toBe(2);
    const [added, removed] = await askedOf(page);
    expect(JSON.parse(added?.replace(/^POST \S+ /, "") ?? "")).toEqual({
      name: "F5",
      address: "10.86.0.60",
      port: 3306,
      purpose: "write",
    });
    expect(removed).toMatch(/^DELETE .*\/endpoints\/0198f3f0-6d1e-7c3a-9f0e-000000000730/);
    await page.close();
    const viewer = await openWide("calm&viewer");
    await viewer.getByRole("table", { name: "Ways to the database" }).waitFor();
    expect(await viewer.getByRole("button", { name: "Add an address" }).count()).toBe(0);
    await viewer.close();
  });
});
