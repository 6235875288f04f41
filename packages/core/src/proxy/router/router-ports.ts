/** Where MySQL Router listens: for writes, for reads, and for both in one connection (null: not). */
export interface RouterPorts {
  readonly write: number;
  readonly read: number;
  readonly split: number | null;
}
