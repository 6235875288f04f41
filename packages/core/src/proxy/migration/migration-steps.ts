import type { PlannedStep } from "../../operation/planned-step";
import type { VipStep } from "../../plan/vip-steps";

/** Keepalived of one host, in a migration. */
export interface KeepalivedTarget {
  readonly migrationId: string;
  readonly clusterId: string;
  readonly address: string;
  readonly hostId: string;
  readonly hostName: string;
}

/** A host whose Keepalived has the address. */
export interface MigratedHost {
  readonly hostId: string;
  readonly name: string;
  /** SHA-256 of its configuration. */
  readonly sha256: string;
  readonly isRunning: boolean;
}

/** An idle configuration in the place of the one with this hash. `all`: every host whose Keepalived has the address. */
export interface ParkInput extends KeepalivedTarget {
  readonly sha256: string;
  readonly isRunning: boolean;
  readonly all: readonly { readonly hostId: string; readonly name: string }[];
  /** The interface of each host on which the address may be. */
  readonly nics: Readonly<Record<string, string>>;
}

/** Where clients come in. */
export interface AddressPlace {
  readonly migrationId: string;
  readonly clusterId: string;
  readonly address: string;
  readonly port: number;
}

/** What is recorded at the end, so that the address can go back. */
export interface KeepMigrationInput extends AddressPlace {
  readonly hosts: readonly MigratedHost[];
}

/** The configuration from before; `recordId`: the migration that had put another in its place. */
export interface RestoreInput extends KeepalivedTarget {
  readonly recordId: string;
  readonly sha256: string;
}

/** The steps of a migration, besides those of the VIP. */
export type MigrationStep =
  | PlannedStep<"migration.park", ParkInput>
  | PlannedStep<"migration.watch", AddressPlace>
  | PlannedStep<"migration.stop", KeepalivedTarget>
  | PlannedStep<"migration.measure", AddressPlace>
  | PlannedStep<"migration.keep", KeepMigrationInput>
  | PlannedStep<"migration.restore", RestoreInput>
  | PlannedStep<"migration.start", KeepalivedTarget>
  | PlannedStep<"migration.prove", AddressPlace>
  | PlannedStep<"migration.forget", { readonly recordId: string }>;

/** All steps that a migration may have. */
export type AnyMigrationStep = MigrationStep | VipStep;
