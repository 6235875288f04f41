"use client";

import { type Check, message, pluginLibraryBytes, pluginLibraryMebibytes } from "@primacy/contract";
import { Field, FormErrorSummary, Input, ProgressBar } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";
import { useMessageText } from "../../client/use-locale";
import { useMay } from "../../frame/principal-context";

/** Properties of {@link PluginLibraryField}. */
interface PluginLibraryFieldProps {
  /** Called with the hash of a library that the console has taken. */
  readonly onUploaded: (sha256: string) => void;
}

/** A library for the hosts that lack one: chosen, sent at once, and refused with every reason where it is none. */
export function PluginLibraryField({ onUploaded }: PluginLibraryFieldProps): ReactNode {
  const t = useTranslations("vip.library");
  const text = useMessageText();
  const mayOperate = useMay("operator");
  const [unsent, setUnsent] = useState<"too_large" | "unread" | null>(null);
  const upload = useApiChange("uploadPluginLibrary", {
    shows: "failures",
    onSuccess: ({ sha256 }) => onUploaded(sha256),
  });
  const refused = useErrorTexts()(upload.error);
  if (!mayOperate) return null;
  const whyUnsent = {
    too_large: text(message("problem.library_too_large", { mebibytes: pluginLibraryMebibytes })),
    unread: t("unread"),
  };
  const choose = async (file: File | undefined): Promise<void> => {
    upload.reset();
    const isTooLarge = file !== undefined && file.size > pluginLibraryBytes;
    setUnsent(isTooLarge ? "too_large" : null);
    if (file === undefined || isTooLarge) return;
    const content = await readBase64(file).catch(() => null);
    if (content === null) setUnsent("unread");
    else upload.mutate({ body: { name: file.name, content } });
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label={t("label")} hint={t("hint")} errors={unsent === null ? [] : [whyUnsent[unsent]]}>
        <Input
          type="file"
          className="leading-7"
          accept=".so"
          disabled={upload.isPending}
          onChange={(event) => void choose(event.target.files?.[0])}
        />
      </Field>
      {upload.isPending ? <ProgressBar label={t("sending")} value={null} /> : null}
      {refused.length === 0 ? null : (
        <FormErrorSummary title={t("refused")} problems={refused.map((one) => ({ message: one }))} />
      )}
    </div>
  );
}

/** True of a finding that another library mends. */
export function isLibraryWanted({ evidence }: Pick<Check, "evidence">): boolean {
  return evidence.code === "check.plugin_library.fail" || evidence.code === "check.plugin_fits.fail_upload";
}

/** What a file holds, as the API takes it. */
function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error("the file cannot be read"));
    // A data URL has it behind its comma.
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ""));
    reader.readAsDataURL(file);
  });
}
