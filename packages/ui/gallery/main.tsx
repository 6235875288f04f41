import "../src/fonts.css";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { UiProvider } from "../src/index";
import { CHINESE, ENGLISH } from "./labels";
import { PAGE_NAMES, type PageName } from "./page-names";
import { ChartsPage } from "./pages/charts";
import { ControlsPage } from "./pages/controls";
import { FeedbackPage } from "./pages/feedback";
import { ListsPage } from "./pages/lists";
import { LongPage } from "./pages/long";
import { DialogPage, MenuPage, PalettePage, SheetPage } from "./pages/overlays";
import { ProgressPage } from "./pages/progress";
import { ShellPage } from "./pages/shell";
import {
  TopologyGridPage,
  TopologyManyPage,
  TopologyNinePage,
  TopologyOwnersPage,
  TopologyReadsPage,
  TopologyThreePage,
  TopologyTroublePage,
} from "./pages/topology";
import { WizardPage } from "./pages/wizard";

/** Every page of the gallery by its name in the URL. */
const PAGES: Readonly<Record<PageName, () => ReactNode>> = {
  controls: ControlsPage,
  feedback: FeedbackPage,
  lists: ListsPage,
  long: LongPage,
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
  "topology-reads": TopologyReadsPage,
};

function Gallery(): ReactNode {
  const query = new URLSearchParams(location.search);
  const locale = query.get("lang") ?? "en";
  const name = PAGE_NAMES.find((candidate) => candidate === query.get("page")) ?? "controls";
  const Page = PAGES[name];
  return (
    <UiProvider labels={locale.startsWith("zh") ? CHINESE : ENGLISH} locale={locale}>
      {name.startsWith("topology") ? (
        <main className="px-4 py-6">
          <Page />
        </main>
      ) : (
        <Page />
      )}
    </UiProvider>
  );
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Gallery />);
