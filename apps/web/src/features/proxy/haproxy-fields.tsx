"use client";

import type { Host } from "@primacy/contract";
import { Card, Checkbox, Field, Input } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AddressInput } from "../../client/address-input";
import { withAddress, withCidrApart } from "../../client/cidr-draft";
import { listLoadHosts } from "../benchmark/form/load-hosts";
import { type HaproxyDraft, type HaproxyField, idOfField, withHost } from "./haproxy-draft";
import type { HaproxyErrors } from "./use-haproxy-errors";

/** Properties of {@link HaproxyFields}. */
interface HaproxyFieldsProps {
  readonly draft: HaproxyDraft;
  readonly free: number | null;
  readonly hosts: readonly Host[];
  readonly clusterId: string;
  readonly errors: HaproxyErrors;
  readonly onDraft: (draft: HaproxyDraft) => void;
}

/** Where HAProxy runs, and where clients find it. */
export function HaproxyFields(props: HaproxyFieldsProps): ReactNode {
  const { draft, free, errors, onDraft } = props;
  const t = useTranslations("proxy");
  const number = (field: HaproxyField, value: string, change: (text: string) => Partial<HaproxyDraft>) => (
    <Input
      name={field}
      inputMode="numeric"
      autoComplete="off"
      className="tabular-nums"
      value={value}
      onChange={({ target }) => onDraft({ ...draft, ...change(target.value) })}
      onBlur={errors.tell}
    />
  );
  const fieldOf = (field: HaproxyField) => ({
    id: idOfField(field),
    errors: errors.at(field),
    required: true,
  });
  return (
    <>
      <HostChoice {...props} />
      <Card title={t("where")} description={t("whereText")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("address")} hint={t("addressHint")} {...fieldOf("address")}>
            <AddressInput
              name="address"
              value={draft.address}
              onText={(text) => onDraft(withAddress(draft, text))}
              onLeave={() => {
                const apart = withCidrApart(draft);
                if (apart !== draft) onDraft(apart);
                errors.tell();
              }}
            />
          </Field>
          <Field label={t("prefixLength")} {...fieldOf("prefixLength")}>
            {number("prefixLength", draft.prefixLength, (prefixLength) => ({ prefixLength }))}
          </Field>
          <Field label={t("writePort")} {...fieldOf("ports/write")}>
            {number("ports/write", draft.write, (write) => ({ write }))}
          </Field>
          <Field label={t("readPort")} {...fieldOf("ports/read")}>
            {number("ports/read", draft.read, (read) => ({ read }))}
          </Field>
          <Field label={t("group")} hint={t("groupHint")} {...fieldOf("virtualRouterId")}>
            {number("virtualRouterId", draft.virtualRouterId ?? String(free ?? ""), (virtualRouterId) => ({
              virtualRouterId,
            }))}
          </Field>
          <Field label={t("checkPort")} hint={t("checkPortHint")} {...fieldOf("checkPort")}>
            {number("checkPort", draft.checkPort, (checkPort) => ({ checkPort }))}
          </Field>
        </div>
      </Card>
    </>
  );
}

/** Two hosts or more, each with the interface that it would use. */
function HostChoice({ draft, hosts, clusterId, errors, onDraft }: HaproxyFieldsProps): ReactNode {
  const t = useTranslations("proxy");
  const listed = listLoadHosts(hosts, clusterId);
  return (
    <Card title={t("onHosts")} description={t("onHostsText")}>
      <fieldset
        id={idOfField("hostIds")}
        tabIndex={-1}
        aria-label={t("onHosts")}
        className="flex flex-col gap-3"
      >
        {listed.map(({ id, name, place, operator }) => {
          const isChosen = draft.hostIds.includes(id);
          const rank = draft.hostIds.indexOf(id);
          return (
            <div key={id} className="flex flex-wrap items-start justify-between gap-3">
              <Checkbox
                label={rank === 0 ? t("preferred", { name }) : name}
                hint={
                  operator === "running"
                    ? t(`place.${place}`)
                    : t("placeUnready", { place: t(`place.${place}`), state: t(`operator.${operator}`) })
                }
                checked={isChosen}
                onCheckedChange={(checked) => onDraft(withHost(draft, id, checked))}
              />
              {isChosen ? (
                <Field
                  label={t("nic", { name })}
                  labelHidden
                  errors={errors.at(`nics/${id}`)}
                  id={idOfField(`nics/${id}`)}
                >
                  <Input
                    mono
                    name={`nic-${id}`}
                    placeholder={t("nicFound")}
                    autoComplete="off"
                    value={draft.nics[id] ?? ""}
                    onChange={({ target }) =>
                      onDraft({ ...draft, nics: { ...draft.nics, [id]: target.value } })
                    }
                  />
                </Field>
              ) : null}
            </div>
          );
        })}
        {listed.length === 0 ? <p className="text-ink-muted text-sm">{t("noHosts")}</p> : null}
        {errors.at("hostIds").map((one) => (
          <p key={one} role="alert" className="text-failed-ink text-xs">
            {one}
          </p>
        ))}
      </fieldset>
    </Card>
  );
}
