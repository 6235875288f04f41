import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GalleryBrowser, type GalleryPage, SCREENS, startGallery } from "../gallery/browser";

let gallery: GalleryBrowser;
let view: GalleryPage;

beforeAll(async () => {
  gallery = await startGallery();
  view = await gallery.open({ theme: "light", screen: "desk" });
});

afterAll(async () => {
  await view.context.close();
  await gallery.close();
});

describe("forms", () => {
  it("name a field, its hint and every one of its errors", async () => {
    await view.show("controls");
    const address = view.page.getByRole("textbox", { name: "Address" });
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    const described = (await address.getAttribute("aria-describedby"))?.split(" ") ?? [];
    const texts = await Promise.all(described.map((id) => view.page.locator(`[id="${id}"]`).innerText()));
    expect(texts.join("\n")).toContain("An unused address");
    expect(texts.join("\n")).toContain("outside 10.77.0.0/24");
    expect(texts.join("\n")).toContain("already answers");
  });

  it("give the focus to the summary of problems, and from there to the field", async () => {
    await view.show("controls");
    await view.page.waitForFunction("document.activeElement.getAttribute('role') === 'alert'");
    await view.page.getByRole("link", { name: "Choose an interface." }).click();
    await view.page.waitForFunction("document.activeElement.id === 'nic'");
  });
});

describe("ConfirmDialog", () => {
  it("starts in its field, arms its button only with the exact name, and closes by Escape", async () => {
    await view.show("dialog");
    const dialog = view.page.getByRole("dialog", { name: "Remove VIP 10.77.0.100?" });
    const field = dialog.getByRole("textbox");
    const remove = dialog.getByRole("button", { name: "Remove the VIP" });
    await field.and(view.page.locator(":focus")).waitFor();
    expect(await remove.isDisabled()).toBe(true);
    await field.fill("order");
    expect(await remove.isDisabled()).toBe(true);
    await field.fill("orders");
    expect(await remove.isEnabled()).toBe(true);
    await field.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  it("gives the focus back to what it was opened from", async () => {
    await view.show("dialog");
    await view.page.keyboard.press("Escape");
    const opener = view.page.getByRole("button", { name: "Open" });
    await opener.press("Enter");
    await view.page.getByRole("dialog").getByRole("textbox").press("Escape");
    await opener.and(view.page.locator(":focus")).waitFor();
  });
});

describe("ConfirmDialog with a plan that does not fit", () => {
  it("shows its consequence first, and its field at the foot", async () => {
    await view.page.setViewportSize({ width: 1440, height: 480 });
    await view.show("dialog");
    const dialog = view.page.getByRole("dialog", { name: "Remove VIP 10.77.0.100?" });
    const field = await dialog.getByRole("textbox").boundingBox();
    const consequence = await dialog.getByText("Connections through 10.77.0.100 end at once.").boundingBox();
    const title = await dialog.getByRole("heading", { name: "Remove VIP 10.77.0.100?" }).boundingBox();
    const confirm = await dialog.getByRole("button", { name: "Remove the VIP" }).boundingBox();
    const planEnd = await dialog.getByRole("listitem").last().boundingBox();
    await view.page.setViewportSize({ width: 1440, height: 900 });
    expect((planEnd?.y ?? 0) + (planEnd?.height ?? 0)).toBeGreaterThan(field?.y ?? 0);
    expect(consequence?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0));
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(confirm?.y ?? 0);
  });
});

describe("lists", () => {
  it("say how they are sorted, and stay tables on a phone", async () => {
    await view.show("lists");
    const header = view.page.getByRole("columnheader", { name: "Member" });
    expect(await header.getAttribute("aria-sort")).toBe("ascending");
    await view.page.setViewportSize({ width: 390, height: 844 });
    expect(await view.page.getByRole("table", { name: "Members" }).getByRole("rowheader").count()).toBe(5);
    await view.page.setViewportSize({ width: 1440, height: 900 });
  });

  it("are sorted on a phone by what their headers sort by, by keyboard too", async () => {
    await view.page.setViewportSize(SCREENS.phone);
    await view.show("lists");
    const choices = view.page.getByRole("list", { name: "Sort by" });
    const current = choices.getByRole("link", { name: "Member" });
    expect(await current.getAttribute("aria-current")).toBe("true");
    expect(await choices.getByRole("button", { name: "Queue" }).getAttribute("aria-current")).toBeNull();
    expect(await choices.getByRole("listitem").allInnerTexts()).toEqual(["Member", "Address", "Queue"]);
    expect(await view.page.getByText("10.77.0.12:3306", { exact: true }).isVisible()).toBe(true);
    await current.press("Enter");
    await view.page.waitForURL(/#sort$/);
    await view.page.setViewportSize(SCREENS.desk);
    expect(await choices.count()).toBe(0);
  });

  it("scroll sideways by keyboard, and are stops of the tab key only where they do", async () => {
    await view.page.setViewportSize({ width: 900, height: 900 });
    await view.show("long");
    const scroller = view.page.getByRole("region", { name: "Members" });
    await scroller.focus();
    await view.page.keyboard.press("ArrowRight");
    await view.page.waitForFunction("document.activeElement.scrollLeft > 0");
    await view.page.setViewportSize(SCREENS.phone);
    await scroller.waitFor({ state: "detached" });
    await view.page.setViewportSize(SCREENS.desk);
  });

  it("open a row's menu and act by keyboard alone", async () => {
    await view.show("menu");
    await view.page.getByRole("button", { name: "Actions" }).focus();
    await view.page.keyboard.press("Enter");
    await view.page
      .getByRole("menuitem", { name: "Make primary" })
      .and(view.page.locator(":focus"))
      .waitFor();
    await view.page.keyboard.press("Enter");
    const toast = view.page.getByText("Switchover started");
    await toast.waitFor();
    await view.page.getByRole("menuitem").first().waitFor({ state: "detached" });
    // Sonner's own fonts have no Chinese on many machines.
    const fontOf = (shown: typeof toast) => shown.evaluate((element) => getComputedStyle(element).fontFamily);
    expect(await fontOf(toast)).toBe(await fontOf(view.page.locator("body")));
  });
});

describe("checks", () => {
  it("unfold what failed and keep what passed to one line", async () => {
    await view.show("progress");
    const list = view.page.getByRole("list", { name: "Pre-check" });
    expect(await list.getByText("00:16:3e:5a:01:9c answered").isVisible()).toBe(true);
    expect(await list.getByText("eth0 carries").count()).toBe(0);
    await list.getByRole("button", { name: "single-primary" }).click();
    await list.getByText("eth0 carries").waitFor();
  });

  it("show the first failure of the matrix and any cell that is asked for", async () => {
    await view.show("progress");
    const matrix = view.page.getByRole("region", { name: "Pre-check on every member" });
    expect(await matrix.getByText("10.78.0.13/24").isVisible()).toBe(true);
    await matrix.getByRole("button", { name: "db2: Warn" }).click();
    expect(await matrix.getByText("No nft on this host.").isVisible()).toBe(true);
    expect(await matrix.getByText("10.78.0.13/24").count()).toBe(0);
  });
});

describe("StatusPip", () => {
  it("begins a word with a capital, and leaves an address as it is written", async () => {
    await view.show("feedback");
    const caseOf = (text: string): Promise<string> =>
      view.page
        .getByText(text, { exact: true })
        .first()
        .evaluate((element) => getComputedStyle(element, "::first-letter").textTransform);
    expect(await caseOf("Online")).toBe("uppercase");
    expect(await caseOf("aa:bb:0c:00:00:01 answers")).toBe("none");
  });
});

describe("Skeleton", () => {
  it("stays invisible for its first 300 ms", async () => {
    await view.show("feedback");
    const style = await view.page
      .locator("[role=status] .animate-late")
      .first()
      .evaluate((element) => {
        const { animationDelay, animationFillMode } = getComputedStyle(element);
        return { animationDelay, animationFillMode };
      });
    expect(style).toEqual({ animationDelay: "0.3s", animationFillMode: "backwards" });
  });
});

describe("charts", () => {
  it("show every series at the instant under the pointer", async () => {
    await view.show("charts");
    const chart = view.page
      .getByRole("region")
      .or(view.page.locator("section"))
      .filter({ hasText: "Writes per second" })
      .first();
    const surface = chart.locator("svg.recharts-surface").first();
    await surface.hover({ position: { x: 400, y: 100 } });
    const tooltip = chart.locator(".recharts-tooltip-wrapper");
    await tooltip.getByText("MySQL Router").waitFor();
    for (const label of ["direct", "VIP", "HAProxy"])
      expect(await tooltip.getByText(label).isVisible()).toBe(true);
  });

  it("have the same figures behind them as a table, and save CSV in UTC and PNG", async () => {
    await view.show("charts");
    const chart = view.page.locator("section").filter({ hasText: "Writes per second" }).first();
    const saved = view.page.waitForEvent("download");
    await chart.getByRole("button", { name: "Save as PNG" }).click();
    expect((await saved).suggestedFilename()).toBe("writes.png");
    const exported = view.page.waitForEvent("download");
    await chart.getByRole("button", { name: "Save as CSV" }).click();
    const stream = await (await exported).createReadStream();
    const csv = (await stream.toArray()).join("");
    expect(csv.split("\r\n")[1]).toMatch(/^2026-11-21T03:04:00\.000Z,\d/);
    await chart.getByRole("button", { name: "Show table" }).click();
    expect(await chart.getByRole("row").count()).toBe(122);
  });
});
