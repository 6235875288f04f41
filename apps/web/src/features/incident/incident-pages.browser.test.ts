import { describe, expect, it } from "vitest";
import { openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./incident-pages.fixture.tsx", import.meta.url));

describe("the page of an incident, in Chromium", () => {
  it("has its sentence first, then the outage beside the predicted one, the VIP, what clients met, and each phase with its error", async () => {
    const page = await open("one");
    await page.getByRole("heading", { name: /^db1 was lost \(killed or crashed\); db2 took/ }).waitFor();
    await page.getByText("Nothing listens where it should", { exact: false }).waitFor();
    await page
      .getByText(/6\.05 s to 7\.80? s/)
      .first()
      .waitFor();
    const vips = page.getByRole("table", { name: "Write VIPs" });
    expect(await vips.textContent()).toMatch(/10\.77\.0\.100.*db1.*db2.*6\.\d+ s ± \d+/);
    const clients = page.getByRole("table", { name: "What clients met" });
    expect(await clients.textContent()).toMatch(/7\.20? s −1\.05 s/);
    const rows = page.getByRole("table", { name: "Phases" }).locator("tbody tr");
    expect(await rows.count()).toBe(7);
    expect(await rows.first().textContent()).toMatch(/Lost.*0\.00 ± 0\.\d\d s/);
    await page.close();
  });

  it("has the lanes of a drill: each server's own view, kernels, and what the standing prober was told, on one clock", async () => {
    const page = await open("one");
    const lane = (name: string | RegExp) => page.getByRole("list", { name });
    await lane("The group as each server sees it, db3").waitFor();
    const view = lane("The group as each server sees it, db2").getByRole("img");
    expect(await view.evaluateAll((bars) => bars.map((bar) => bar.getAttribute("aria-label")))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^5\.\d s – 6\.\d s: db1 UNREACHABLE ★/)]),
    );
    const held = lane("Kernel that holds 10.77.0.100, db2").getByRole("img").last();
    expect(await held.getAttribute("aria-label")).toMatch(/^6\.\d s – .*Held$/);
    const writes = lane("Standing prober VIP 10.77.0.100:3306, Writes").getByRole("img");
    expect(await writes.nth(1).getAttribute("aria-label")).toMatch(/7 without an answer$/);
    const marks = page.getByRole("list", { name: "Phases" }).getByRole("listitem");
    expect((await marks.allTextContents()).at(-1)).toMatch(/^Lost/);
    await page.close();
  });

  it("says while it lasts that nobody takes the writes, and no figure", async () => {
    const page = await open("one&lasts");
    await page.getByText("no member takes the writes yet", { exact: false }).first().waitFor();
    await page.getByText("It lasts").waitFor();
    await page.getByText("Not measured").first().waitFor();
    await page.close();
  });

  it("says that it was observed in part", async () => {
    const page = await open("one&partial");
    await page.getByText("Seen in part").waitFor();
    await page.getByText("observed in part", { exact: false }).waitFor();
    await page.close();
  });

  it("says in Chinese what it says in English", async () => {
    const page = await open("one&zh");
    for (const title of ["数据", "写 VIP", "客户端的遭遇", "时间线", "阶段"])
      await page.getByRole("heading", { name: title }).waitFor();
    await page.getByText("db2 接管写入", { exact: false }).first().waitFor();
    await page.close();
  });
});

describe("the list of incidents, in Chromium", () => {
  it("has a line for each with its outage, and leads to its page", async () => {
    const page = await open("list");
    const rows = page.getByRole("table", { name: "Incidents" }).locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.first().textContent()).toMatch(/Over.*6\.\d+ s ± \d+/);
    const href = await rows.first().getByRole("link").getAttribute("href");
    expect(href).toMatch(/^\/clusters\/.*\/incidents\//);
    await page.close();
  });

  it("says what would stand there where there is none", async () => {
    const page = await open("empty");
    await page.getByText("No incident seen").waitFor();
    await page.close();
  });
});

describe("the line of the newest incident, in Chromium", () => {
  it("stands above the picture while it lasts and for a day after, and then no more", async () => {
    for (const how of ["line", "line&lasts"]) {
      const page = await open(how);
      await page.getByText("db1 was lost", { exact: false }).waitFor();
      await page.getByRole("link", { name: "Timeline" }).waitFor();
      await page.close();
    }
    const page = await open("line&old");
    await page.waitForLoadState("networkidle");
    expect(await page.getByText("db1 was lost", { exact: false }).count()).toBe(0);
    await page.close();
  });
});

describe("the standing probers, in Chromium", () => {
  it("tell how available each endpoint was with how much was observed, and each outage with its error", async () => {
    const page = await open("list");
    const table = page.getByRole("table", { name: "Standing probers" });
    const row = table.locator("tbody tr").first();
    await row.waitFor();
    expect(await row.textContent()).toMatch(
      /Writes.*99\.99189%.*100\s?% observed.*42\.9\s?% observed.*Not observed/,
    );
    const outages = page.getByRole("table", { name: "Outages of 10.77.0.100:3306" });
    expect(await outages.textContent()).toMatch(/7\.20? s −1\.05 s/);
    await page.close();
  });

  it("are switched on only once somebody has read what that writes, and off at once; a viewer switches none", async () => {
    const page = await open("list");
    const switches = page.getByRole("table", { name: "Standing probers" }).getByRole("switch");
    await switches.first().waitFor();
    await switches.last().click();
    expect(await page.getByLabel("asked").textContent()).toBe("");
    await page.getByRole("dialog").getByRole("button", { name: "Switch on" }).click();
    await expect.poll(() => page.getByLabel("asked").textContent()).toContain('"isOn":true');
    await page.close();
    const reader = await open("list");
    const member = reader
      .getByRole("table", { name: "Standing probers" })
      .getByRole("row", { name: /db1.*Reads/ });
    await member.getByRole("switch").click();
    await reader.getByRole("dialog").getByText("Nothing is written.", { exact: false }).waitFor();
    await reader.close();
    const off = await open("list");
    await off.getByRole("table", { name: "Standing probers" }).getByRole("switch").first().click();
    await expect.poll(() => off.getByLabel("asked").textContent()).toContain('"isOn":false');
    await off.close();
    const viewer = await open("list&viewer");
    await viewer.getByRole("table", { name: "Standing probers" }).locator("tbody tr").first().waitFor();
    expect(await viewer.getByRole("switch").count()).toBe(0);
    await viewer.close();
  });

  it("say what they do at their endpoint as it is now, and nothing of what they met by doing something else", async () => {
    const page = await open("list&changed");
    const row = page
      .getByRole("table", { name: "Standing probers" })
      .getByRole("row", { name: /10\.86\.0\.100:3306.*Writes/ });
    await row.waitFor();
    expect(await row.textContent()).toMatch(/(Not observed.*){3}/);
    expect(await page.getByRole("table", { name: /Outages/ }).count()).toBe(0);
    await page.close();
  });

  it("say why they cannot try", async () => {
    const page = await open("list&obstacle&zh");
    await page.getByText("缺少表 primacy.verify", { exact: false }).waitFor();
    await page.close();
  });
});
