"use client";

import { Button, Dialog, FormErrorSummary } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

interface FormDialogProps {
  /** The form's own id, one of its kind on a page. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly size?: "lg";
  /** What the button says that sends the form. */
  readonly submit: string;
  readonly isPending: boolean;
  readonly isDisabled?: boolean;
  /** Why the last attempt was refused, where no field says it; its title stands above. */
  readonly refused: { readonly title: string; readonly reasons: readonly string[] };
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog: its fields, why it was refused above them, and the two ways out below. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const common = useTranslations("common");
  const { id, title, description, size, refused } = props;
  return (
    <Dialog
      open
      {...(size === undefined ? {} : { size })}
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      title={title}
      {...(description === undefined ? {} : { description })}
      footer={
        <>
          <Button onClick={props.onClose}>{common("cancel")}</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            loading={props.isPending}
            disabled={props.isDisabled ?? false}
          >
            {props.submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        {refused.reasons.length === 0 ? null : (
          <FormErrorSummary
            title={refused.title}
            problems={refused.reasons.map((message) => ({ message }))}
          />
        )}
        {props.children}
      </form>
    </Dialog>
  );
}
