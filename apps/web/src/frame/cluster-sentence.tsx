"use client";

import type { Cluster, Tone } from "@primacy/contract";
import { Age, Link, StatusPip } from "@primacy/ui";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useClusters } from "../client/use-clusters";
import { useFailureText } from "../client/use-failure-text";
import { useMessageText } from "../client/use-locale";
import { useTopology } from "../client/use-topology";
import { useTopologyTexts } from "../features/topology/topology-texts";
import { findWriteVip } from "../features/topology/vip-kinds";

const loudness: Readonly<Record<Tone, number>> = { failed: 4, unknown: 3, warning: 2, busy: 1, ok: 0 };

/**
 * The header's one line: the state of the cluster that is looked at in a sentence, with the age of what the wire said;
 * elsewhere the state of the cluster that is worst. Where the clusters cannot be told, the reason.
 */
export function ClusterSentence(): ReactNode {
  const t = useTranslations("frame");
  const path = usePathname();
  const text = useMessageText();
  const failure = useFailureText();
  const { data, error } = useClusters();
  const clusters = data?.items ?? [];
  const open = clusters.find(({ id }) => path === `/clusters/${id}` || path.startsWith(`/clusters/${id}/`));
  if (open !== undefined) return <OpenCluster cluster={open} />;
  if (error !== null) {
    return (
      <p className="min-w-0 flex-1">
        <StatusPip tone="unknown" label={failure(error)} />
      </p>
    );
  }
  if (data === undefined) return <p className="min-w-0 flex-1" />;
  const [worst] = [...clusters].sort((a, b) => loudness[b.tone] - loudness[a.tone]);
  if (worst === undefined) return <p className="min-w-0 flex-1 text-ink-muted">{t("noCluster")}</p>;
  if (clusters.length > 1 && worst.tone === "ok") {
    return (
      <p className="min-w-0 flex-1">
        <StatusPip tone="ok" label={t("allWell", { count: clusters.length })} />
      </p>
    );
  }
  return <Sentence cluster={worst} tone={worst.tone} sentence={text(worst.summary)} />;
}

function OpenCluster({ cluster }: { readonly cluster: Cluster }): ReactNode {
  const texts = useTopologyTexts();
  const text = useMessageText();
  const failure = useFailureText();
  const { data: topology, error } = useTopology(cluster.id);
  const vips = topology?.vips ?? [];
  // The one that the sentence speaks of; where it speaks of none, the one that the cluster's clients write through.
  const told = Object.values(topology?.summary.params ?? {});
  const vip = vips.find(({ address }) => told.includes(address)) ?? findWriteVip(vips) ?? vips[0];
  return (
    <Sentence
      cluster={cluster}
      tone={topology?.tone ?? cluster.tone}
      // The list's summary may be old news where the picture did not come.
      sentence={
        topology === undefined && error !== null ? failure(error) : text((topology ?? cluster).summary)
      }
      {...(vip === undefined || vip.wireAgeMs === null || vip.wire.length === 0
        ? {}
        : { age: texts.age(vip.wireAgeMs, false) })}
    />
  );
}

function Sentence({
  cluster,
  tone,
  sentence,
  age,
}: {
  readonly cluster: Pick<Cluster, "id" | "name">;
  readonly tone: Tone;
  readonly sentence: string;
  readonly age?: string;
}): ReactNode {
  const words = useTranslations("common.tone");
  return (
    <p className="min-w-0 flex-1 text-ink text-xs leading-5 [overflow-wrap:anywhere] sm:text-sm">
      <StatusPip tone={tone} label={words(tone)} iconOnly className="me-2 -translate-y-px" />
      <Link href={`/clusters/${cluster.id}`} tone="quiet" className="me-2 font-semibold">
        {cluster.name}
      </Link>
      {sentence}
      {age === undefined ? null : <Age label={age} className="ms-2 hidden tabular-nums sm:inline-flex" />}
    </p>
  );
}
