"use client";

import { OctagonX } from "lucide-react";
import { createContext, type ReactNode, useContext, useId } from "react";
import { classNames } from "../foundation/class-names";
import { useUi } from "../foundation/ui-provider";

interface FieldContextValue {
  readonly controlId: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
}

const FieldContext = createContext<FieldContextValue | null>(null);

/** Attributes that tie a control to its field. */
export interface FieldAttributes {
  readonly id?: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
  readonly "aria-required"?: true;
}

/** What the surrounding Field wants its control to carry; nothing outside a Field. */
export function useFieldAttributes(): FieldAttributes {
  const field = useContext(FieldContext);
  if (field === null) return {};
  return {
    id: field.controlId,
    ...(field.describedBy === undefined ? {} : { "aria-describedby": field.describedBy }),
    ...(field.invalid ? { "aria-invalid": true as const } : {}),
    ...(field.required ? { "aria-required": true as const } : {}),
  };
}

/** Properties of {@link Field}. */
export interface FieldProps {
  readonly label: ReactNode;
  /** One control of this package: it takes its id and descriptions from here. */
  readonly children: ReactNode;
  readonly hint?: ReactNode;
  /** Every problem at once, each a whole sentence. */
  readonly errors?: readonly ReactNode[];
  readonly required?: boolean;
  /** The control's id, where a form's error summary links to it. */
  readonly id?: string;
  /** Draws no label (it is still read aloud): for controls whose column header says it. */
  readonly labelHidden?: boolean;
  readonly className?: string;
}

/** A labelled control with a hint and all its errors, tied together for assistive technology. */
export function Field({
  label,
  children,
  hint,
  errors = [],
  required = false,
  id,
  labelHidden = false,
  className,
}: FieldProps): ReactNode {
  const { labels } = useUi();
  const generated = useId();
  const controlId = id ?? generated;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-errors`;
  const described = [hint === undefined ? null : hintId, errors.length > 0 ? errorId : null].filter(
    (part) => part !== null,
  );
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1.5", className)}>
      <label
        htmlFor={controlId}
        id={`${controlId}-label`}
        className={labelHidden ? "sr-only" : "font-medium text-ink text-sm"}
      >
        {label}
        {required ? (
          <span className="ps-1 text-failed-ink" title={labels.required}>
            <span aria-hidden>*</span>
          </span>
        ) : null}
      </label>
      <FieldContext
        value={{
          controlId,
          describedBy: described.length > 0 ? described.join(" ") : undefined,
          invalid: errors.length > 0,
          required,
        }}
      >
        {children}
      </FieldContext>
      {hint === undefined ? null : (
        <div id={hintId} className="text-ink-muted text-xs">
          {hint}
        </div>
      )}
      <FieldErrors id={errorId} errors={errors} />
    </div>
  );
}

/** The live list of a field's problems; it stays in the page so that a new problem is announced. */
function FieldErrors({ id, errors }: { id: string; errors: readonly ReactNode[] }): ReactNode {
  return (
    <div id={id} aria-live="polite" className={errors.length > 0 ? "flex flex-col gap-1" : "hidden"}>
      {errors.map((error, index) => (
        // Problems have no identity of their own; their order is the order of the checks.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <p key={index} className="flex items-start gap-1.5 text-failed-ink text-xs">
          <OctagonX aria-hidden className="mt-0.5 size-3 shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{error}</span>
        </p>
      ))}
    </div>
  );
}
