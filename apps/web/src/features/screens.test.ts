import { existsSync } from "node:fs";
import path from "node:path";
import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { messages } from "../i18n/messages";
import { addressOfTab, clusterTabs } from "./screens";

const app = path.join(import.meta.dirname, "../app/(console)");

test.each(clusterTabs)("the tab $id leads to a page", (tab) => {
  expect(existsSync(path.join(app, addressOfTab("[id]", tab), "page.tsx"))).toBe(true);
});

test("the tabs are named in each language", () => {
  const named = (locale: "en" | "zh"): readonly string[] => {
    const t = createTranslator({ locale, messages: messages[locale] });
    return clusterTabs.map(({ title }) => t(title));
  };
  expect(named("en").join(", ")).toBe(
    "Topology, Members, Variables, VIP, Proxies, Benchmarks, Drills, Incidents, Events",
  );
  expect(named("zh").join("、")).toBe("拓扑、成员、变量、VIP、代理服务、基准测试、演练、故障事件、事件");
});

test("no two tabs lead to one page", () => {
  expect(new Set(clusterTabs.map((tab) => addressOfTab("c", tab))).size).toBe(clusterTabs.length);
});
