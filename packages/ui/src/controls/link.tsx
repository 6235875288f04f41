"use client";

import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { type LinkProps, useUi } from "../foundation/ui-provider";
import { type ButtonSize, type ButtonVariant, buttonStyles } from "./button";

/** The router's link without any look, for components that style it themselves. */
export function BareLink(props: LinkProps): ReactNode {
  const { link: Anchor } = useUi();
  return <Anchor {...props} />;
}

/** Properties of {@link Link}. */
export interface TextLinkProps extends LinkProps {
  /** Quiet links stand in tables and lists; they show their line on hover only. */
  readonly tone?: "accent" | "quiet";
}

/** A link in running text. */
export function Link({ tone = "accent", className, ...rest }: TextLinkProps): ReactNode {
  return (
    <BareLink
      {...rest}
      className={classNames(
        "rounded-xs underline-offset-3 transition-colors duration-100",
        tone === "accent"
          ? "text-accent-ink underline decoration-accent-line hover:decoration-current"
          : "font-medium text-ink hover:text-accent-ink hover:underline",
        className,
      )}
    />
  );
}

/** Properties of {@link ButtonLink}. */
export interface ButtonLinkProps extends LinkProps {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
}

/** A link that looks like a button, because it leads to an action's page. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps): ReactNode {
  return <BareLink {...rest} className={classNames(buttonStyles({ variant, size }), className)} />;
}
