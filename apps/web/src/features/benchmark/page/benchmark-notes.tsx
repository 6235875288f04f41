"use client";

import { type BenchmarkDetail, notesLimits } from "@primacy/contract";
import { Badge, Button, Card, Field, Input, Notice, Textarea } from "@primacy/ui";
import { Pin, PinOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useApiChange } from "../../../client/use-api";
import { useFailureText } from "../../../client/use-failure-text";
import { useMay } from "../../../frame/principal-context";
import { TagLinks } from "../tag-links";

const changed = ["getBenchmark", "listBenchmarks", "getBenchmarkTrend"] as const;

/** What people say of a benchmark; an operator may change it. */
export function BenchmarkNotes({ benchmark }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("benchmark.notes");
  const mayOperate = useMay("operator");
  const [isEdited, setEdited] = useState(false);
  const { clusterId, tags, notes, isPinned } = benchmark;
  const isEmpty = tags.length === 0 && notes === "";
  if (isEmpty && !mayOperate && !isPinned) return null;
  return (
    <Card
      title={t("title")}
      actions={
        mayOperate && !isEdited ? (
          <>
            <PinButton benchmark={benchmark} />
            <Button size="sm" onClick={() => setEdited(true)}>
              {t("edit")}
            </Button>
          </>
        ) : undefined
      }
    >
      {isEdited ? (
        <NotesForm benchmark={benchmark} onClose={() => setEdited(false)} />
      ) : (
        <div className="flex flex-col gap-2 text-sm">
          {isPinned ? (
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge emphasis>{t("pinned")}</Badge>
              <span className="text-ink-muted text-xs">{t("pinText")}</span>
            </p>
          ) : null}
          {tags.length === 0 ? null : <TagLinks clusterId={clusterId} tags={tags} />}
          {notes === "" ? null : <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{notes}</p>}
          {isEmpty ? <p className="text-ink-muted">{t("none")}</p> : null}
        </div>
      )}
    </Card>
  );
}

function PinButton({ benchmark: { id, isPinned } }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("benchmark.notes");
  const change = useApiChange("changeBenchmark", { invalidates: [...changed] });
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
      loading={change.isPending}
      onClick={() => change.mutate({ params: { id }, body: { isPinned: !isPinned } })}
    >
      {t(isPinned ? "unpin" : "pin")}
    </Button>
  );
}

function NotesForm({
  benchmark,
  onClose,
}: {
  readonly benchmark: BenchmarkDetail;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("benchmark.notes");
  const common = useTranslations("common");
  const textOf = useFailureText();
  const [tags, setTags] = useState(benchmark.tags.join(", "));
  const [notes, setNotes] = useState(benchmark.notes);
  const change = useApiChange("changeBenchmark", { invalidates: [...changed], onSuccess: onClose });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ params: { id: benchmark.id }, body: { tags: [...readTags(tags)], notes } });
      }}
    >
      <Field label={t("tags")} hint={t("tagsHint")}>
        <Input value={tags} onChange={(event) => setTags(event.target.value)} />
      </Field>
      <Field label={t("notes")}>
        <Textarea
          value={notes}
          maxLength={notesLimits.characters}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Field>
      {change.error === null ? null : <Notice tone="failed" title={textOf(change.error)} />}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={change.isPending}>
          {t("save")}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {common("cancel")}
        </Button>
      </div>
    </form>
  );
}

/** The tags of a text, each once; people write Chinese commas too. */
export function readTags(text: string): readonly string[] {
  const tags = text.split(/[,，、]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}
