"use client";

import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { IconButton } from "../controls/icon-button";
import { useUi } from "../foundation/ui-provider";

/** Properties of {@link CopyButton}. */
export interface CopyButtonProps {
  readonly text: string;
  /** Overrides the provider's word, where it must say what is copied. */
  readonly label?: string;
  readonly className?: string;
}

const SHOWN_MS = 1600;

/** Copies a text and says so for a moment. Where the browser refuses (plain HTTP), the text is selected instead. */
export function CopyButton({ text, label, className }: CopyButtonProps): ReactNode {
  const { labels } = useUi();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <IconButton
        size="sm"
        label={copied ? labels.copied : (label ?? labels.copy)}
        icon={copied ? <Check aria-hidden className="text-ok-ink" /> : <Copy aria-hidden />}
        onClick={() => void copyText(text).then(setCopied)}
        {...(className === undefined ? {} : { className })}
      />
      <span role="status" className="sr-only">
        {copied ? labels.copied : ""}
      </span>
    </>
  );
}

/** The clipboard interface exists on HTTPS and localhost only; a hidden text area serves the rest. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
