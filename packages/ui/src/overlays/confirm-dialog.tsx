"use client";

import { type ReactNode, useEffect, useId, useState } from "react";
import { Button } from "../controls/button";
import { Field } from "../controls/field";
import { Input } from "../controls/input";
import { Badge } from "../feedback/badge";
import { Notice } from "../feedback/notice";
import { Dialog } from "./dialog";

/** Properties of {@link ConfirmDialog}. */
export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The action as a question or a sentence. */
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** What users will feel, with its figure: "Writes stop for about 120 ms". */
  readonly consequence?: { readonly title: ReactNode; readonly detail?: ReactNode };
  /** The names of what is touched, hosts usually. */
  readonly targets?: { readonly label: ReactNode; readonly names: readonly string[] };
  /** The plan, usually a PlanList. */
  readonly plan?: ReactNode;
  /** Asks for this exact text before the button works. */
  readonly typeToConfirm?: { readonly text: string; readonly label: ReactNode };
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly onConfirm: () => void;
  /** The action was sent and has not been answered. */
  readonly pending?: boolean;
  /** Why the action was refused; shown above the buttons. */
  readonly error?: ReactNode;
  /** Danger for what cannot be taken back. */
  readonly variant?: "primary" | "danger";
}

/** The last step before a change: its consequence, its hosts, its plan, and the name to type where it is dangerous. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { open, onOpenChange, typeToConfirm, pending = false, variant = "danger" } = props;
  const [typed, setTyped] = useState("");
  const formId = useId();
  useEffect(() => {
    if (!open) setTyped("");
  }, [open]);
  const ready = typeToConfirm === undefined || typed.trim() === typeToConfirm.text;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={props.title}
      description={props.description}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            {props.cancelLabel}
          </Button>
          <Button variant={variant} type="submit" form={formId} disabled={!ready} loading={pending}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !pending) props.onConfirm();
        }}
      >
        <ConfirmFacts {...props} />
        {/* It stays in sight at the foot: the focus in it would else scroll the consequence away. */}
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-col gap-4 bg-raised px-5 pt-3 pb-5 empty:hidden">
          {props.error === undefined ? null : (
            <div role="alert">
              <Notice tone="failed" title={props.error} />
            </div>
          )}
          {typeToConfirm === undefined ? null : (
            <Field label={typeToConfirm.label}>
              <Input
                mono
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function ConfirmFacts({ consequence, targets, plan, variant = "danger" }: ConfirmDialogProps): ReactNode {
  return (
    <>
      {consequence === undefined ? null : (
        <Notice tone={variant === "danger" ? "failed" : "warning"} title={consequence.title}>
          {consequence.detail}
        </Notice>
      )}
      {targets === undefined ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-ink-muted">{targets.label}</span>
          {targets.names.map((name) => (
            <Badge key={name} mono>
              {name}
            </Badge>
          ))}
        </div>
      )}
      {plan}
    </>
  );
}
