import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ENGLISH } from "../gallery/labels";
import { ChartsPage } from "../gallery/pages/charts";
import { ControlsPage } from "../gallery/pages/controls";
import { FeedbackPage } from "../gallery/pages/feedback";
import { ListsPage } from "../gallery/pages/lists";
import { DialogPage, MenuPage, PalettePage, SheetPage } from "../gallery/pages/overlays";
import { ProgressPage } from "../gallery/pages/progress";
import { ShellPage } from "../gallery/pages/shell";
import { TopologyNinePage } from "../gallery/pages/topology";
import { WizardPage } from "../gallery/pages/wizard";
import { UiProvider } from "./index";

function renderOnServer(Page: () => React.ReactNode): string {
  return renderToString(
    <UiProvider labels={ENGLISH} locale="en">
      <Page />
    </UiProvider>,
  );
}

describe("on a server, where there is no document", () => {
  it.each(
    Object.entries({
      ChartsPage,
      ControlsPage,
      DialogPage,
      FeedbackPage,
      ListsPage,
      MenuPage,
      PalettePage,
      ProgressPage,
      SheetPage,
      ShellPage,
      WizardPage,
    }),
  )("%s renders", (_name, Page) => {
    expect(renderOnServer(Page)).toContain("<");
  });

  it("a topology is drawn whole: every card, chip and line, as picture and as list", () => {
    const markup = renderOnServer(TopologyNinePage);
    for (const name of ["db1", "db9", "px1", "Clients"]) expect(markup).toContain(`aria-label="${name}"`);
    expect(markup).toContain("VIP 10.77.0.100, held by db2");
    expect(markup.match(/ui-topology-line/g)).toHaveLength(13);
    expect(markup).not.toContain("visibility:hidden");
  });

  it("a component without its provider says what is missing", () => {
    expect(() => renderToString(<DialogPage />)).toThrow("UiProvider is missing");
  });
});
