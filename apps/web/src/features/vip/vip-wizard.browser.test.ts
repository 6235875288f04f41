import type { Locator, Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";
import { madeLibrary } from "./server/plugin-library.fixture";

const open = openInChromium(new URL("./vip-wizard.fixture.tsx", import.meta.url));

const predicted = "How long writes would stop";

/** The lines of the prediction in full that are about a fault: one for each way in. */
function linesOf(page: Page, fault: string): Locator {
  const heading = page.getByRole("heading", { name: fault, exact: true, level: 3 });
  return page.getByRole("listitem").filter({ has: heading });
}

describe("the wizard of a VIP, in Chromium", () => {
  it("proposes a read VIP where a write VIP is there, and configures it with what it goes by", async () => {
    const page = await open("taken");
    const choice = page.getByRole("radiogroup", { name: "What should the address lead to?" });
    expect(await choice.getByRole("radio", { name: /a write VIP/ }).isDisabled()).toBe(false);
    await choice.getByText(/like 10\.86\.0\.100 of orders/).waitFor();
    expect(await choice.getByRole("radio", { name: /a read VIP/ }).isChecked()).toBe(true);
    const providers = page.getByRole("radiogroup", { name: "Provider" });
    expect(await providers.getByRole("radio", { name: /recommended/ }).isChecked()).toBe(true);
    // What cannot serve here says why, with every reason.
    expect(await providers.getByRole("radio", { name: /greatdb_ha/ }).isDisabled()).toBe(true);
    await providers.getByText(/is moved by agent\. .*does not configure read VIPs/).waitFor();
    const policy = page.getByRole("radiogroup", {
      name: "Which host holds it when no assigned secondary can?",
    });
    expect(await policy.getByRole("radio", { name: /^Another secondary/ }).isChecked()).toBe(true);
    await policy.getByRole("radio", { name: /TO_PRIMARY/ }).click();
    expect(await page.getByLabel("Lag limit").inputValue()).toBe("10");
    await page.getByLabel("Lag limit").fill("30");
    await page.getByRole("textbox", { name: /^Address/ }).fill("10.86.0.101");
    await page.getByText("All checks passed").waitFor();
    await page
      .getByText(/appears on an online secondary\..*lags by more than 30 s, the primary takes it/)
      .waitFor();
    // The test below finds it for a write VIP.
    expect(await page.getByText(predicted).count()).toBe(0);
    await page.getByRole("button", { name: "Show the checks" }).click();
    expect(await page.getByText(predicted).count()).toBe(0);
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("db2 answered a read through the address").waitFor();
    expect(await page.getByText(/A write through/).count()).toBe(0);
    const asked = (await askedOf(page)).map((one) => JSON.parse(one.replace(/^POST \S+ /, "")));
    expect(asked).toHaveLength(2);
    for (const body of asked)
      expect(body).toMatchObject({
        kind: "read",
        address: "10.86.0.101",
        port: 3306,
        reads: { policy: "to_primary", maxLagSeconds: 30 },
      });
    await page.close();
  });

  it("asks how the plugin is applied and who releases what it leaves behind, with it only", async () => {
    const page = await open();
    const application = page.getByRole("radiogroup", { name: "Application" });
    const guard = page.getByRole("radiogroup", { name: "An address left behind" });
    expect(await application.count()).toBe(0);
    expect(await guard.count()).toBe(0);
    await page.getByRole("radio", { name: /The plugin greatdb_ha/ }).click();
    expect(await application.getByRole("radio", { name: /^Without a restart/ }).isChecked()).toBe(true);
    await application.getByRole("radio", { name: /^With a restart of each server/ }).click();
    expect(await guard.getByRole("radio", { name: /^Is left for you/ }).isChecked()).toBe(true);
    await guard.getByRole("radio", { name: /^Is released by the agent/ }).click();
    await page.getByRole("textbox", { name: /^Address/ }).fill("10.86.0.101");
    await page.getByText("All checks passed").waitFor();
    const asked = (await askedOf(page)).map((one) => JSON.parse(one.replace(/^POST \S+ /, "")));
    expect(asked.at(-1)).toMatchObject({ provider: "greatdb_ha", restarts: {}, guard: true });
    await page.close();
  });

  it.each([
    [
      "lacking",
      "Upload the library",
      "Not a library of Linux on a 64-bit processor (ELF).",
      "All checks passed",
    ],
    ["lacking,zh", "上传库文件", "不是 64 位 Linux 的库文件（ELF）。", "全部检查通过"],
  ])(
    "takes a library beside the finding that one is missing, and checks again with it (%s)",
    async (fragment, label, refusal, passed) => {
      const page = await open(fragment);
      await page.getByRole("radio", { name: /greatdb_ha/ }).click();
      await page.getByRole("textbox", { name: /^(Address|地址)/ }).fill("10.86.0.101");
      await page.getByRole("button", { name: /^(Show the checks|查看检查结果)/ }).click();
      const field = page.getByLabel(label);
      await field.setInputFiles({
        name: "notes.txt",
        mimeType: "text/plain",
        buffer: Buffer.alloc(100, "x"),
      });
      await page.getByText(refusal).waitFor();
      expect(await page.getByRole("button", { name: /^(Apply|应用)$/ }).isDisabled()).toBe(true);
      await field.setInputFiles({ name: "greatdb_ha.so", mimeType: "", buffer: madeLibrary });
      await page.getByText(passed).waitFor();
      expect(await field.count()).toBe(0);
      const asked = await askedOf(page);
      const bodies = asked.map((one) => JSON.parse(one.replace(/^POST \S+ /, "")));
      expect(bodies.filter(({ content }) => content !== undefined).map(({ name }) => name)).toEqual([
        ...["notes.txt", "greatdb_ha.so"],
      ]);
      expect(bodies.at(-1)).toMatchObject({ provider: "greatdb_ha", library: "a".repeat(64) });
      await page.close();
    },
  );

  it("predicts for a write VIP how long each fault would stop writes and what would change it, and for a read VIP nothing", async () => {
    const page = await open();
    await page.getByRole("textbox", { name: /^Address/ }).fill("10.86.0.101");
    await page.getByText("All checks passed").waitFor();
    await page.getByRole("button", { name: "Show the checks" }).click();
    await page.getByRole("heading", { name: predicted, level: 2 }).waitFor();
    const ranges = {
      "Planned switchover": "30 ms to 520 ms",
      "Primary crashes": "10.3 s to 37.6 s",
      "Primary freezes": "10.3 s to 30.4 s",
      "Primary is cut off": "10.3 s to 30.4 s",
    };
    for (const [fault, range] of Object.entries(ranges)) {
      expect(await linesOf(page, fault).count()).toBe(1);
      await linesOf(page, fault).getByText(range, { exact: true }).waitFor();
    }
    const advice = {
      "Primary crashes": /group_replication_member_expel_timeout = 0 would make it 6\.05 s to 7\.8 s\./,
      "Primary freezes": /group_replication_member_expel_timeout = 0 would make it 6\.05 s to 11\.6 s\./,
      "Primary is cut off": /group_replication_member_expel_timeout = 0 would make it 6\.05 s to 11\.6 s\./,
    };
    for (const [fault, text] of Object.entries(advice)) await linesOf(page, fault).getByText(text).waitFor();
    expect(await linesOf(page, "Planned switchover").getByText("Possible changes:").count()).toBe(0);
    // One fix mends them all: its button stands with the first.
    const fixes = page.getByRole("button", { name: "Fix", exact: true });
    expect(await fixes.count()).toBe(1);
    await linesOf(page, "Primary crashes").getByRole("button", { name: "Fix", exact: true }).waitFor();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await page.getByRole("radio", { name: /a read VIP/ }).click();
    await page.getByText(/appears on an online secondary\./).waitFor();
    expect(await page.getByText(predicted).count()).toBe(0);
    await page.close();
  });

  it("asks for nothing that the plugin has no say in", async () => {
    const page = await open();
    const agentAlone = [
      page.getByRole("radiogroup", { name: "Connections after a release" }),
      page.getByText("Proxies used beside the VIP"),
    ];
    for (const one of agentAlone) await one.waitFor();
    await page.getByRole("radio", { name: /greatdb_ha/ }).click();
    for (const one of agentAlone) await one.waitFor({ state: "detached" });
    await page.close();
  });

  it("predicts through the proxies that it is told of, in the question alone, and names their settings", async () => {
    const page = await open();
    await page.getByRole("textbox", { name: /^Address/ }).fill("10.86.0.101");
    await page.getByLabel("MySQL Router: ttl").fill("5");
    await page.getByLabel("HAProxy: fall").fill("3");
    await page.getByText("All checks passed").waitFor();
    await page.getByRole("button", { name: "Show the checks" }).click();
    const router = linesOf(page, "Primary crashes").filter({ hasText: "through MySQL Router" });
    await router.getByText("10.2 s to 42.2 s", { exact: true }).waitFor();
    await router.getByText(/ttl = 0\.5 in the Router's .* would make it 10\.2 s to 37\.7 s\./).waitFor();
    const waiting = linesOf(page, "Primary freezes").filter({ hasText: "through MySQL Router" });
    await waiting.getByText("10.2 s to 45.2 s", { exact: true }).waitFor();
    await waiting
      .getByText(/read_timeout = 5 in the Router's .* would make it 10\.2 s to 41\.2 s\./)
      .waitFor();
    await waiting.getByText(/predicts nothing for clients that wait on a connection/).waitFor();
    const haproxy = linesOf(page, "Primary crashes").filter({ hasText: "through HAProxy" });
    await haproxy.getByText("12.2 s to 41.2 s", { exact: true }).waitFor();
    await haproxy.getByText(/inter 500ms on HAProxy's servers would make it 10\.7 s to 38\.2 s\./).waitFor();
    for (const [fault, ways] of [
      ["Planned switchover", 3],
      ["Primary freezes", 3],
      ["Primary is cut off", 3],
    ] as const)
      expect(await linesOf(page, fault).count()).toBe(ways);
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("A write through the address arrived at db1").waitFor();
    const asked = (await askedOf(page)).map((one) => JSON.parse(one.replace(/^POST \S+ /, "")));
    expect(asked.at(-2)).toMatchObject({ proxies: { routerTtlSeconds: 5, haproxyFall: 3 } });
    expect(asked.at(-1)).not.toHaveProperty("proxies");
    await page.close();
  });

  it("says at each setting of a proxy what is wrong with it, all at once, and asks for none with a read VIP", async () => {
    const page = await open();
    await page.getByRole("textbox", { name: /^Address/ }).fill("10.86.0.101");
    await page.getByLabel("MySQL Router: ttl").fill("soon");
    await page.getByLabel("HAProxy: inter").fill("9");
    await page.getByLabel("HAProxy: rise").fill("101");
    await page.getByText("At least 0.").waitFor();
    await page.getByText("At least 10.").waitFor();
    await page.getByText("At most 100.").waitFor();
    const invalid = (label: string): Promise<string | null> =>
      page.getByLabel(label).getAttribute("aria-invalid");
    for (const label of ["MySQL Router: ttl", "HAProxy: inter", "HAProxy: rise"])
      expect(await invalid(label)).toBe("true");
    expect(await invalid("HAProxy: fall")).toBeNull();
    await page.getByRole("radio", { name: /a read VIP/ }).click();
    await page.getByText("All checks passed").waitFor();
    expect(await page.getByLabel("MySQL Router: ttl").count()).toBe(0);
    const asked = (await askedOf(page)).map((one) => JSON.parse(one.replace(/^POST \S+ /, "")));
    expect(asked.at(-1)).not.toHaveProperty("proxies");
    await page.close();
  });

  it("begins with the write VIP where there is none, and is told otherwise by keyboard", async () => {
    const page = await open();
    const write = page.getByRole("radio", { name: /a write VIP/ });
    await write.waitFor();
    expect(await write.isChecked()).toBe(true);
    expect(await page.getByLabel("Lag limit").count()).toBe(0);
    await write.focus();
    // As long as a finger takes: a key that is up again at once moves the focus alone.
    await page.keyboard.press("ArrowDown", { delay: 100 });
    await page.getByLabel("Lag limit").waitFor();
    expect(await page.getByRole("radio", { name: /a read VIP/ }).isChecked()).toBe(true);
    await page.close();
  });

  it("says at the limit that it is refused, and in no other place", async () => {
    const page = await open("taken");
    await page.getByLabel("Lag limit").fill("9999");
    await page.getByRole("textbox", { name: /^Address/ }).fill("10.86.0.101");
    await page.getByText("At most 3600.").waitFor();
    const limit = page.getByLabel("Lag limit");
    expect(await limit.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByText("At most 3600.").count()).toBe(1);
    expect(await page.getByText("The VIP was not configured").count()).toBe(0);
    await page.close();
  });

  it("says the same in Chinese", async () => {
    const page = await open("taken,zh");
    const choice = page.getByRole("radiogroup", { name: "该地址应通往哪里？" });
    await choice.getByText(/orders 已有的 10\.86\.0\.100 也是如此/).waitFor();
    await page.getByLabel("延迟上限").waitFor();
    await page.getByRole("radio", { name: /TO_ANOTHER_SECONDARY/ }).waitFor();
    await page.close();
  });
});
