"use client";

import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  type MouseEventHandler,
  type ReactNode,
  useContext,
} from "react";

/** Words that components need wherever they stand; the app translates them once. */
export interface UiLabels {
  readonly close: string;
  readonly copy: string;
  readonly copied: string;
  readonly loading: string;
  readonly showDetails: string;
  readonly hideDetails: string;
  /** Stands before the names of what a list can be sorted by. */
  readonly sortBy: string;
  readonly sortAscending: string;
  readonly sortDescending: string;
  readonly rowActions: string;
  readonly showTable: string;
  readonly showChart: string;
  readonly savePng: string;
  readonly saveCsv: string;
  readonly openMenu: string;
  readonly skipToContent: string;
  readonly required: string;
}

/** What a link needs from the app's router: an anchor with an href. */
export type LinkProps = Pick<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  "className" | "children" | "aria-current" | "aria-label" | "title" | "role" | "tabIndex" | "id"
> & {
  readonly href: string;
  readonly onClick?: MouseEventHandler<HTMLAnchorElement>;
  /** The reader stays where they are on the page, and the keyboard with them: only what is shown changes. */
  readonly keepsPlace?: boolean;
};

interface UiContextValue {
  readonly labels: UiLabels;
  readonly link: ComponentType<LinkProps>;
  /** BCP 47, for numbers that components format themselves. */
  readonly locale: string;
}

const UiContext = createContext<UiContextValue | null>(null);

/** Properties of {@link UiProvider}. */
export interface UiProviderProps {
  readonly labels: UiLabels;
  readonly locale: string;
  /** The router's link; a plain anchor where none is given. */
  readonly link?: ComponentType<LinkProps>;
  readonly children: ReactNode;
}

function PlainLink({ keepsPlace: _keepsPlace, ...props }: LinkProps): ReactNode {
  return <a {...props} />;
}

/** Gives every component below it the translated common words, the locale and the router's link. */
export function UiProvider({ labels, locale, link = PlainLink, children }: UiProviderProps): ReactNode {
  return <UiContext value={{ labels, link, locale }}>{children}</UiContext>;
}

/** The surrounding provider's values. Throws where there is none: a screen without words is a bug. */
export function useUi(): UiContextValue {
  const value = useContext(UiContext);
  if (value === null) throw new Error("UiProvider is missing above this component");
  return value;
}
