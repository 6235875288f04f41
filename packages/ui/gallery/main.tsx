import "../src/fonts.css";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { type UiLabels, UiProvider } from "../src/index";
import { ChartsPage } from "./pages/charts";
import { ControlsPage } from "./pages/controls";
import { FeedbackPage } from "./pages/feedback";
import { ListsPage } from "./pages/lists";
import { DialogPage, MenuPage, PalettePage, SheetPage } from "./pages/overlays";
import { ProgressPage } from "./pages/progress";
import { ShellPage } from "./pages/shell";
import {
  TopologyGridPage,
  TopologyManyPage,
  TopologyNinePage,
  TopologyOwnersPage,
  TopologyThreePage,
  TopologyTroublePage,
} from "./pages/topology";
import { WizardPage } from "./pages/wizard";

const ENGLISH: UiLabels = {
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  loading: "Loading",
  showDetails: "Show details",
  hideDetails: "Hide details",
  sortAscending: "Sort ascending",
  sortDescending: "Sort descending",
  rowActions: "Actions",
  showTable: "Show table",
  showChart: "Show chart",
  savePng: "Save as PNG",
  saveCsv: "Save as CSV",
  openMenu: "Open navigation",
  skipToContent: "Skip to content",
  required: "Required",
};

const CHINESE: UiLabels = {
  close: "关闭",
  copy: "复制",
  copied: "已复制",
  loading: "加载中",
  showDetails: "显示详情",
  hideDetails: "隐藏详情",
  sortAscending: "升序排列",
  sortDescending: "降序排列",
  rowActions: "操作",
  showTable: "显示表格",
  showChart: "显示图表",
  savePng: "另存为 PNG",
  saveCsv: "另存为 CSV",
  openMenu: "打开导航",
  skipToContent: "跳到正文",
  required: "必填",
};

/** Every page of the gallery by its name in the URL. */
const PAGES: Readonly<Record<string, () => ReactNode>> = {
  controls: ControlsPage,
  feedback: FeedbackPage,
  lists: ListsPage,
  progress: ProgressPage,
  wizard: WizardPage,
  dialog: DialogPage,
  sheet: SheetPage,
  palette: PalettePage,
  menu: MenuPage,
  shell: ShellPage,
  charts: ChartsPage,
  "topology-3": TopologyThreePage,
  "topology-9": TopologyNinePage,
  "topology-grid": TopologyGridPage,
  "topology-many": TopologyManyPage,
  "topology-trouble": TopologyTroublePage,
  "topology-owners": TopologyOwnersPage,
};

function Gallery(): ReactNode {
  const query = new URLSearchParams(location.search);
  const locale = query.get("lang") ?? "en";
  const Page = PAGES[query.get("page") ?? "controls"] ?? ControlsPage;
  return (
    <UiProvider labels={locale.startsWith("zh") ? CHINESE : ENGLISH} locale={locale}>
      <Page />
    </UiProvider>
  );
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Gallery />);
