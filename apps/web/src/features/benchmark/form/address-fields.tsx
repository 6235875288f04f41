"use client";

import { Field } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AddressInput } from "../../../client/address-input";
import type { AddressDraft } from "./benchmark-draft";
import { idOfPlace } from "./benchmark-problems";
import { NumberField } from "./number-field";
import type { BenchmarkErrors } from "./use-benchmark-errors";

type Typed = Extract<AddressDraft, { kind: "typed" }>;

/** An address and its port, as typed. `placeKey` tells it from others of the form. */
export function AddressFields({
  placeKey,
  target,
  errors,
  onTarget,
}: {
  readonly placeKey: string;
  readonly target: Typed;
  readonly errors: BenchmarkErrors;
  readonly onTarget: (target: Typed) => void;
}): ReactNode {
  const t = useTranslations("benchmark.form");
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_5.5rem] gap-2 sm:-mt-1.5">
      <Field
        label={t("address")}
        id={idOfPlace(`arm-address:${placeKey}`)}
        errors={errors.at(`arm-address:${placeKey}`)}
        required
      >
        <AddressInput
          name={`address-${placeKey}`}
          value={target.address}
          onText={(address) => onTarget({ ...target, address })}
          onLeave={errors.tell}
        />
      </Field>
      <NumberField
        place={`arm-port:${placeKey}`}
        label={t("port")}
        value={target.port}
        errors={errors}
        onText={(port) => onTarget({ ...target, port })}
      />
    </div>
  );
}
