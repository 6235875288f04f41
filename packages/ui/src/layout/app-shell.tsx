"use client";

import { Menu } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../controls/icon-button";
import { useUi } from "../foundation/ui-provider";
import { Sheet } from "../overlays/sheet";

/** Properties of {@link AppShell}. */
export interface AppShellProps {
  /** The product's mark and name. */
  readonly brand: ReactNode;
  /** The rail's content, usually NavList elements. The same is the sheet's content on a phone. */
  readonly navigation: ReactNode;
  readonly navigationLabel: string;
  /** Stands at the rail's foot: theme, language, account. */
  readonly railFooter?: ReactNode;
  /** One line across the top: the state in a sentence, and the command palette's button. */
  readonly header?: ReactNode;
  /** Below the header and as fixed, on every page, while something everybody has to know is the case. Shown with a header alone. */
  readonly strip?: ReactNode;
  /** The operations drawer. */
  readonly drawer?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every signed-in page: rail, one header line, content, drawer; on a phone a bar and a sheet. */
export function AppShell(props: AppShellProps): ReactNode {
  const { labels } = useUi();
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:start-3 focus-visible:top-3 focus-visible:z-50 focus-visible:rounded-md focus-visible:bg-raised focus-visible:px-3 focus-visible:py-2"
      >
        {labels.skipToContent}
      </a>
      <PhoneBar {...props} />
      <aside className="sticky top-0 hidden h-dvh flex-col border-line border-e bg-sunken lg:flex">
        <div className="flex h-13 shrink-0 items-center px-4">{props.brand}</div>
        <nav aria-label={props.navigationLabel} className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
          {props.navigation}
        </nav>
        {props.railFooter === undefined ? null : (
          <div className="border-line border-t px-2 py-2">{props.railFooter}</div>
        )}
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        {props.header === undefined ? null : (
          <div className="sticky top-13 z-20 lg:top-0">
            <header className="flex min-h-11 items-center gap-3 border-line border-b bg-canvas px-4 py-2 text-sm lg:min-h-13 lg:gap-4 lg:px-8">
              {props.header}
            </header>
            {props.strip}
          </div>
        )}
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 outline-none lg:px-8">
          {props.children}
        </main>
        {props.drawer === undefined ? null : <div className="sticky bottom-0 z-30">{props.drawer}</div>}
      </div>
    </div>
  );
}

function PhoneBar({ brand, navigation, navigationLabel, railFooter }: AppShellProps): ReactNode {
  const { labels } = useUi();
  const [open, setOpen] = useState(false);
  return (
    <div className="sticky top-0 z-30 flex h-13 items-center justify-between border-line border-b bg-sunken px-4 lg:hidden">
      {brand}
      <IconButton label={labels.openMenu} icon={<Menu aria-hidden />} onClick={() => setOpen(true)} />
      <Sheet open={open} onOpenChange={setOpen} side="left" title={navigationLabel} footer={railFooter}>
        {/* Following a link is the end of navigating. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the controls */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter arrives as a click */}
        <div
          onClick={(event) => event.target instanceof Element && event.target.closest("a") && setOpen(false)}
        >
          <nav aria-label={navigationLabel}>{navigation}</nav>
        </div>
      </Sheet>
    </div>
  );
}
