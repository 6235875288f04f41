import type { Message } from "@primacy/contract";
import type { ProxyHostSight } from "../host-sight";
import type { MetadataGroup, MetadataReading } from "./router-metadata";
import type { RouterPorts } from "./router-ports";

/** What the host operator found where MySQL Router would run; each `null` is there as it should be. */
export interface RouterGround {
  /** Why nothing can run as the user of MySQL Router, or why it may not write below its home. */
  readonly home: Message | null;
  /** Why the service cannot be ordered. */
  readonly service: Message | null;
  /** Why the configuration cannot be read: its folder is missing, or is not root's own. */
  readonly file: Message | null;
  /** The configuration as it is; null: there is none. */
  readonly config: string | null;
}

/** What a look at the primary gave. */
export type RouterGroup =
  | { readonly kind: "silent"; readonly reason: Message }
  | {
      readonly kind: "found";
      readonly primary: { readonly name: string; readonly address: string; readonly port: number };
      readonly group: MetadataGroup;
      readonly onlineSecondaries: number;
      /** Its servers carry the mark of a lab. */
      readonly isLab: boolean;
      /** Null: without an administrator's account nobody may read it. */
      readonly metadata: MetadataReading | null;
    };

/** Everything that decides whether a MySQL Router may be set up. */
export interface RouterSnapshot {
  readonly clusterName: string;
  readonly host: ProxyHostSight & { readonly address: string };
  readonly ports: RouterPorts;
  /** Null: the host operator is not on, so that nobody could ask. */
  readonly ground: RouterGround | null;
  readonly group: RouterGroup;
  /** Cluster that another MySQL Router of this console on this host leads to. */
  readonly servesAlready: string | null;
}
