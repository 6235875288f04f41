import type { Locator, Page } from "@playwright/test";
import type { Topology } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { openInChromium } from "../../testing/chromium.fixture";
import { motley, reads } from "./topology.fixture";
import { toTopologyModel } from "./topology-model";
import type { TopologyTexts } from "./topology-texts";
import { textsIn } from "./topology-texts.fixture";

const isLongRun = process.env.PRIMACY_LONG_RUN === "1";
const locales = ["en", "zh"] as const;
const screens = { desk: 1440, tablet: 768, phone: 390 } as const;
const openPicture = openInChromium(new URL("./topology-table.fixture.tsx", import.meta.url));
const openHistory = openInChromium(new URL("./member-history.fixture.tsx", import.meta.url));

/** What a narrow place hides, only the console's own style sheet knows. */
const open = (fragment: string, width: number = screens.desk): Promise<Page> =>
  openPicture(fragment, { isStyled: true, width });

/** Opens the picture once it knows its width: before, it is there as a drawing and as a list, of which the style sheet shows one. */
async function openDrawn(fragment: string, width?: number): Promise<{ page: Page; picture: Locator }> {
  const page = await open(fragment, width);
  const picture = page.getByLabel("picture");
  await expect.poll(() => picture.count()).toBe(1);
  return { page, picture };
}

/** What is shown, read without its capitals: a style sheet may change the first letter of a state. */
async function textOf(shown: Locator): Promise<string> {
  return (await shown.innerText()).toLowerCase();
}

/** Where each cell of the page's tables begins, and how wide it is. */
function placesOf(page: Page): Promise<readonly string[]> {
  return page.locator("th[scope=col], th[scope=row], td").evaluateAll((cells) =>
    cells.map((cell) => {
      const { x, width } = cell.getBoundingClientRect();
      return `${x} ${width}`;
    }),
  );
}

/** Every word and figure that the model draws for a host, and on the line that ends at its card. */
function factsOfHosts(topology: Topology, texts: TopologyTexts): readonly (readonly string[])[] {
  const { cards } = toTopologyModel(topology, texts);
  return cards.map((card) => {
    const members = topology.hosts.find(({ name }) => name === card.title)?.members ?? [];
    return [
      card.title,
      ...(card.subtitle ?? "").split(" "),
      card.toneLabel,
      card.age?.label ?? "",
      ...card.slots.flatMap(({ title, toneLabel, fact }) => [title, toneLabel, fact ?? texts.unknown]),
      ...members.flatMap((member) => [
        String(member.applyQueue ?? "–"),
        member.appliedLagMs === null ? "–" : texts.duration(member.appliedLagMs),
        texts.age(member.ageMs, member.isStale),
      ]),
    ];
  });
}

/** The same of the way in and the chips of each VIP. */
function factsOfVips({ vips, hosts }: Topology, texts: TopologyTexts): readonly (readonly string[])[] {
  return vips.map((vip) => [
    vip.address,
    texts.t(`kindOfVip.${vip.kind}`),
    ...(vip.reads === undefined ? [] : [String(vip.reads.maxLagSeconds)]),
    String(vip.port),
    texts.tone(vip.tone),
    ...(vip.paused === undefined ? [] : [texts.t("paused")]),
    ...vip.wire.map(({ mac }) => mac),
    ...hosts.filter(({ hostId }) => hostId === vip.believedHostId).map(({ name }) => name),
  ]);
}

describe("the picture as tables, in Chromium", () => {
  const pictures = locales
    .flatMap((locale) => Object.entries({ motley, reads }).map((one) => [locale, ...one] as const))
    .filter(([locale, name]) => isLongRun || (locale === "en") === (name === "motley"));
  for (const [locale, name, picture] of pictures) {
    it.each(Object.entries(screens))(
      `says every fact of the model of ${name} in ${locale} on a %s`,
      async (_, width) => {
        const texts = textsIn(locale);
        const page = await open(`${name},table,${locale}`, width);
        const [hosts, vips] = [page.getByRole("table").first(), page.getByRole("table").last()];
        await hosts.waitFor();
        const facts = [...factsOfHosts(picture, texts), ...factsOfVips(picture, texts)];
        const [ofHosts = [], ofVips = []] = await Promise.all(
          [hosts, vips].map((table) => table.locator("tbody tr").allInnerTexts()),
        );
        const rows = [...ofHosts, ...ofVips];
        expect(rows).toHaveLength(facts.length);
        for (const [index, row] of rows.entries()) {
          const text = row.toLowerCase();
          const missing = (facts[index] ?? []).filter((fact) => !text.includes(fact.toLowerCase()));
          expect(missing).toEqual([]);
        }
        await page.close();
      },
    );
  }

  it("hides no column on a tablet: a table that finds no room is scrolled, by keyboard too", async () => {
    const page = await open("motley,table", screens.tablet);
    const table = page.getByRole("table").first();
    await table.waitFor();
    const headers = await table.locator("th[scope=col]").all();
    for (const header of headers) expect(await header.isVisible()).toBe(true);
    expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBe(0);
    expect(await page.getByRole("region", { name: "Members" }).getAttribute("tabindex")).toBe("0");
    await page.close();
  });

  it("says who is not heard and who was not asked, and never that it is nobody", async () => {
    for (const [fragment, word] of [
      ["cutOff,en", "no reachable host"],
      ["cutOff,zh", "能听到的主机均未持有"],
    ] as const) {
      const page = await open(`${fragment},table`);
      const held = page
        .getByRole("table", { name: "VIP" })
        .getByRole("cell")
        .filter({ hasText: new RegExp(word, "i") });
      await held.waitFor();
      expect(await held.locator("svg").count()).toBe(1);
      await page.close();
    }
    for (const [fragment, word, nobody] of [
      ["unasked,en", "unknown", "nobody"],
      ["unasked,zh", "未知", "无"],
    ] as const) {
      const page = await open(`${fragment},table`);
      const cells = page.getByRole("table", { name: "VIP" }).getByRole("cell");
      await cells.first().waitFor();
      const texts = await Promise.all((await cells.all()).map(textOf));
      expect(texts.map((text) => text.trim())).toContain(word);
      expect(texts.map((text) => text.trim())).not.toContain(nobody);
      await page.close();
    }
  });

  it.each(locales)("moves nothing sideways while ages, queues and lags change, in %s", async (locale) => {
    const page = await open(`calm,table,ageing,${locale}`);
    const age = page.getByLabel("age");
    await age.waitFor();
    const seen = async (ages: readonly number[]): Promise<readonly (readonly string[])[]> => {
      const all: (readonly string[])[] = [];
      for (const ms of ages) {
        await age.fill(String(ms));
        all.push(await placesOf(page));
      }
      return all;
    };
    const [first, ...others] = await seen([0, 11, 687, 797, 900, 1_500, 2_650]);
    for (const one of others) expect(one).toEqual(first);
    // What has become stale is another state; from there on nothing moves again.
    const [stale, ...older] = await seen([4_000, 9_950, 12_345, 61_000, 600_000, 3_700_000, 90_000_000]);
    for (const one of older) expect(one).toEqual(stale);
    await page.close();
  });

  it("says whose word it is that a dead server is ONLINE, beside the evidence, and never as well", async () => {
    for (const [fragment, belief, evidence] of [
      ["fallen,en", "ONLINE, as db2, db3 say", "Database dead"],
      ["fallen,zh", "ONLINE（db2、db3 所述）", "数据库失联"],
    ] as const) {
      const page = await open(`${fragment},table`);
      const row = page.getByRole("row", { name: /^db1/ });
      const state = row.getByText(belief);
      await state.waitFor();
      await row.getByText(evidence).waitFor();
      const ok = page.getByRole("row", { name: /^db3/ }).getByText("ONLINE", { exact: true });
      const looks = await Promise.all(
        [state, ok].map((one) => one.locator("xpath=..").getAttribute("class")),
      );
      expect(looks).toEqual([
        expect.stringContaining("text-warning-ink"),
        expect.stringContaining("text-ok-ink"),
      ]);
      await page.close();
    }
  });

  it("says that there is no VIP where there is none", async () => {
    const page = await open("bare,table");
    await page.getByText("Clients: no VIP yet").waitFor();
    await page.close();
  });
});

describe("a member in its panel, in Chromium", () => {
  type Row = readonly [what: string, fragment: string, host: string, said: RegExp, unsaid: RegExp];
  const rows: readonly Row[] = [
    [
      "the moment of its last change of role",
      "calm,panel",
      "db1",
      /^PRIMARY since .*\d\d:02:41$/,
      /Server itself/,
    ],
    [
      "between which moments it changed, where nobody watched",
      "motley,panel",
      "db2",
      /^SECONDARY, changed between .*\d\d:10:00 and .*\d\d:25:30$/,
      /Server itself/,
    ],
    [
      "since when its server is dead, and of a dead one no change of role",
      "fallen,panel",
      "db1",
      /^Server down, since .*\d\d:03:07$/,
      /Last change of role/,
    ],
    [
      "in Chinese since when its server is dead",
      "fallen,panel,zh",
      "db1",
      /^服务器已停止，自 .*\d\d:03:07 起$/,
      /最近一次角色变更/,
    ],
  ];
  it.each(rows)("says %s", async (_what, fragment, host, said, unsaid) => {
    const page = await open(fragment);
    await page.getByRole("button", { name: host, exact: true }).click();
    const panel = page.getByRole("dialog");
    await panel.getByText(said).waitFor();
    expect(await panel.getByText(unsaid).count()).toBe(0);
    await page.close();
  });

  it("says and draws what was highest, is asked for once, and says how its first sample comes about", async () => {
    const page = await openHistory();
    const past = page.getByRole("region", { name: "Last hour" });
    // Just after midnight it names the day before.
    await past.getByText(/^1\.2 s at (.+ )?\d\d:\d\d$/).waitFor();
    await past.getByText("0 transactions", { exact: true }).waitFor();
    await past
      .getByText(
        "Highest seen in 3,422 looks, about one each second. In 2 min of this hour nobody could look.",
        {
          exact: true,
        },
      )
      .waitFor();
    await past.getByText("No data", { exact: true }).waitFor();
    await past.locator("svg.recharts-surface").first().waitFor();
    expect(await past.getByRole("heading", { level: 4 }).allTextContents()).toEqual(["Apply lag"]);
    await page.getByRole("button", { name: "picture 1" }).click();
    await page.getByRole("button", { name: "picture 2" }).waitFor();
    expect(await page.getByLabel("asked").textContent()).toBe("1");
    await page.getByText("最近一小时没有采样", { exact: false }).waitFor();
    await page.close();
  });
});

describe("the picture, in Chromium", () => {
  it.each([screens.desk, screens.phone])(
    "draws the clients as no button where nothing is behind it (%i px)",
    async (width) => {
      const { page, picture } = await openDrawn("bare", width);
      await picture.getByRole("button", { name: "db1", exact: true }).waitFor();
      expect(await picture.getByRole("button", { name: "Clients" }).count()).toBe(0);
      expect(await textOf(picture)).toContain("no vip yet");
      await page.close();
      const { page: other } = await openDrawn("calm", width);
      await other.getByRole("button", { name: "Clients" }).click();
      expect(await other.locator("output").innerText()).toBe("entry");
      await other.close();
    },
  );

  it.each([screens.desk, screens.phone])(
    "puts an address that nobody heard of holds beside the picture, as unknown (%i px)",
    async (width) => {
      const { page } = await openDrawn("cutOff", width);
      await page.getByRole("button", { name: "No reachable host holds 10.86.0.100" }).waitFor();
      await page.getByText("On no reachable host", { exact: true }).waitFor();
      expect(await page.getByText("On no host", { exact: true }).count()).toBe(0);
      await page.close();
    },
  );

  it.each([
    [screens.desk, "en"],
    [screens.desk, "zh"],
    [screens.phone, "en"],
  ] as const)(
    "draws several addresses, each whole on the card of its host (%i px, %s)",
    async (width, locale) => {
      const { page, picture } = await openDrawn(`reads,${locale}`, width);
      const chipOf = (address: string) =>
        picture.getByRole("button", { name: locale === "en" ? `${address} is held by` : `持有 ${address}` });
      for (const [address, host, word] of [
        ["10.86.0.100", "db1", locale === "en" ? "write" : "写"],
        ["10.86.0.101", "db2", locale === "en" ? "read" : "读"],
        ["10.86.0.102", "db1", locale === "en" ? "read" : "读"],
      ] as const) {
        const chip = chipOf(address);
        await chip.waitFor();
        expect((await textOf(chip)).split("\n")).toEqual([address, word]);
        const [inner, card] = [
          await chip.boundingBox(),
          await picture.getByRole("button", { name: host, exact: true }).boundingBox(),
        ];
        if (inner === null || card === null) throw new Error("it is not drawn");
        expect(inner.x).toBeGreaterThanOrEqual(card.x);
        expect(inner.x + inner.width).toBeLessThanOrEqual(card.x + card.width);
        expect(inner.y).toBeGreaterThanOrEqual(card.y);
        expect(inner.y + inner.height).toBeLessThanOrEqual(card.y + card.height);
      }
      const places = await Promise.all(
        (await picture.getByRole("button").filter({ hasText: "10.86.0.1" }).all()).map((chip) =>
          chip.boundingBox(),
        ),
      );
      expect(new Set(places.map((place) => `${place?.x} ${place?.y}`)).size).toBe(places.length);
      await picture
        .getByRole("button", { name: locale === "en" ? "Clients that read" : "读取的客户端" })
        .click();
      expect(await page.locator("output").innerText()).toBe("entry");
      await page.close();
    },
  );

  it.each([screens.desk, screens.phone])(
    "opens what a read VIP goes by, and all of them at once (%i px)",
    async (width) => {
      const { page } = await openDrawn("reads,panel", width);
      await page.getByRole("button", { name: "10.86.0.101 is held by the kernel of db2, read VIP" }).click();
      const one = page.getByRole("dialog", { name: "10.86.0.101" });
      await one.getByText("Another secondary", { exact: true }).waitFor();
      expect(await textOf(one)).toMatch(/read vip\s.*lag limit\s+10 s\s+assigned by the group to\s+db2/s);
      expect(await textOf(one)).not.toContain("primary according to the group");
      await page.keyboard.press("Escape");
      await one.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Clients that read" }).press("Enter");
      const all = page.getByRole("dialog", { name: "Clients that read" });
      await all
        .getByRole("region", { name: "10.86.0.102" })
        .getByText("The primary", { exact: true })
        .waitFor();
      expect(await all.getByRole("region", { name: /^10\.86/ }).count()).toBe(2);
      await page.close();
    },
  );

  it.each(locales)("tells who does not see it what the lines say (%s)", async (locale) => {
    const { page } = await openDrawn(`motley,${locale}`);
    const id = await page.getByRole("button", { name: "db2", exact: true }).getAttribute("aria-describedby");
    const said = await page.locator(`[id="${id}"]`).textContent();
    expect(said).toContain(locale === "en" ? "Queue 1204, lag 6.54 s." : "队列 1204，延迟 6.54 ");
    expect(said).toContain("bond0.86");
    expect(said).toContain("0.1.0");
    await page.close();
  });
});
