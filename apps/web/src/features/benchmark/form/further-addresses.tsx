"use client";

import { withPort } from "@primacy/contract";
import { Button, IconButton, Select } from "@primacy/ui";
import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AddressFields } from "./address-fields";
import {
  type AddressDraft,
  type ArmDraft,
  changeFurther,
  emptyAddress,
  type FurtherAddress,
  keyOf,
  mostAddresses,
  withArm,
  withFurther,
} from "./benchmark-draft";
import type { FormPart } from "./benchmark-form";

const typed = "typed";

interface FurtherProps extends FormPart {
  readonly arm: ArmDraft;
}

/** The addresses that share an arm's load with its first: ways of the cluster, or typed ones. Only sysbench takes several. */
export function FurtherAddresses(props: FurtherProps): ReactNode {
  const { draft, onDraft, arm } = props;
  const t = useTranslations("benchmark.form");
  const isOffered = draft.tool === "sysbench" && arm.more.length + 1 < mostAddresses;
  if (arm.more.length === 0 && !isOffered) return null;
  const add = (): void => {
    const free = listFree(props, null);
    // What shares a load is most often of one kind: members, or ports of a proxy.
    const own = arm.target.kind === "known" ? arm.target.endpoint.way : null;
    const next = free.find(({ way }) => way === own) ?? free[0];
    const target: AddressDraft = next === undefined ? emptyAddress : { kind: "known", endpoint: next };
    onDraft(withArm(draft, arm.key, withFurther(arm, target)));
  };
  return (
    <div className="flex flex-col gap-2 pl-5.5 sm:col-span-3">
      {arm.more.length === 0 ? null : (
        <ul aria-label={t("more", { name: arm.name })} className="flex flex-col gap-2">
          {arm.more.map((one) => (
            <Further key={one.key} {...props} further={one} />
          ))}
        </ul>
      )}
      {isOffered ? (
        <Button size="sm" variant="ghost" className="self-start" icon={<Plus aria-hidden />} onClick={add}>
          {t("moreAdd")}
        </Button>
      ) : null}
    </div>
  );
}

/** The ways of the cluster that the arm does not have yet, and the one that stands here. */
function listFree({ draft, arm }: FurtherProps, here: AddressDraft | null) {
  const used = [arm.target, ...arm.more.map(({ target }) => target)]
    .filter((target) => target !== here)
    .flatMap((target) => (target.kind === "known" ? [keyOf(target.endpoint.ref)] : []));
  return draft.arms.flatMap(({ target }) =>
    target.kind === "known" && !used.includes(keyOf(target.endpoint.ref)) ? [target.endpoint] : [],
  );
}

function Further(props: FurtherProps & { readonly further: FurtherAddress }): ReactNode {
  const { draft, onDraft, errors, arm, further } = props;
  const t = useTranslations("benchmark.form");
  const { key, target } = further;
  const free = listFree(props, target);
  const change = (next: AddressDraft | null): void =>
    onDraft(withArm(draft, arm.key, changeFurther(arm, key, next)));
  const choose = (value: string): void => {
    const endpoint = free.find(({ ref }) => keyOf(ref) === value);
    change(endpoint === undefined ? emptyAddress : { kind: "known", endpoint });
  };
  return (
    <li className="flex flex-wrap items-start gap-2">
      <Select
        label={t("moreWay", { name: arm.name })}
        className="min-w-0 flex-1 basis-56 sm:max-w-80"
        value={target.kind === "known" ? keyOf(target.endpoint.ref) : typed}
        onValueChange={choose}
        options={[
          ...free.map(({ ref, name, address, port, way }) => ({
            value: keyOf(ref),
            label: name === address ? withPort(address, port) : `${name} ${withPort(address, port)}`,
            hint: t(`way.${way === "direct" ? "member" : way}`),
          })),
          { value: typed, label: t("way.custom") },
        ]}
      />
      {target.kind === "typed" ? (
        <div className="flex min-w-0 flex-1 basis-64 sm:max-w-96 sm:pt-1.5">
          <AddressFields placeKey={key} target={target} errors={errors} onTarget={change} />
        </div>
      ) : null}
      <IconButton
        size="sm"
        label={t("moreRemove", { name: arm.name })}
        icon={<Trash2 aria-hidden />}
        onClick={() => change(null)}
      />
    </li>
  );
}
