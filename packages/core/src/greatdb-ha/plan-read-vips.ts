import { message } from "@primacy/contract";
import { quoteLiteral } from "../cluster/sql";
import type { PlannedOperation, PlannedStep } from "../operation/planned-step";

/** A read VIP with the host that is to have it; null: its member has none, so that nobody can say. */
export interface ReadVipTarget {
  readonly address: string;
  readonly hostId: string | null;
  readonly hostName: string;
}

/** The primary, and the text of the map that it is given. */
interface ReadVipsInput {
  readonly clusterId: string;
  readonly memberId: string;
  readonly hostName: string;
  readonly text: string;
}

/** What moves read VIPs by the plugin's map, and proves it. */
export type ReadVipsStep =
  | PlannedStep<"read_vips.assign", ReadVipsInput>
  | PlannedStep<"read_vips.await", ReadVipsInput & { readonly targets: readonly ReadVipTarget[] }>;

/** What the steps are made from: the primary, the text of its new map, and what moves by it. */
export interface ReadVipsPlan {
  readonly clusterId: string;
  readonly primary: {
    readonly memberId: string;
    readonly hostId: string | null;
    readonly hostName: string;
  };
  readonly text: string;
  readonly targets: readonly ReadVipTarget[];
}

/** The statement that gives the plugin of the primary a map. */
export function mapStatement(text: string): string {
  return `SET GLOBAL greatdb_ha_vip_tope = ${quoteLiteral(text)}`;
}

/** The steps that move read VIPs: the primary has the new map, tells the others, and each address is awaited on its host. */
export function planReadVips({
  clusterId,
  primary,
  text,
  targets,
}: ReadVipsPlan): PlannedOperation<ReadVipsStep> {
  const { memberId, hostId, hostName } = primary;
  const addresses = targets.map(({ address }) => address).join(", ");
  return {
    steps: [
      {
        ...{ ordinal: 0, code: "read_vips.assign", hostId, hostName, isReversible: true },
        title: message("step.read_vips.assign", { host: hostName }),
        preview: [{ kind: "sql", text: mapStatement(text) }],
        input: { clusterId, memberId, hostName, text },
      },
      {
        ...{ ordinal: 1, code: "read_vips.await", hostId: null, hostName: null, isReversible: false },
        title: message("step.read_vips.await"),
        preview: [],
        input: { clusterId, memberId, hostName, text, targets },
      },
    ],
    consequences: [message("consequence.read_vips_moved", { addresses })],
  };
}
