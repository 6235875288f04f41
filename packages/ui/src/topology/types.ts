import type { ReactNode } from "react";
import type { SeriesKind } from "../foundation/series";
import type { Tone } from "../foundation/tone";

/**
 * What is gone about a card. The part that is gone is hatched, so the four look different without colour:
 * the whole card, the lanes (what only the agent could tell), or the slots.
 */
export type CardTreatment = "normal" | "stale" | "host-dead" | "agent-dead" | "database-dead";

/** A row on every card in which chips sit: one fact, told by one witness. */
export interface TopologyLane {
  readonly id: string;
  readonly label: string;
  /** Its rows on every card, whether a chip is in them or not, so that none moves when another goes; 1 where it is absent. */
  readonly rows?: number;
}

/** Something that lives inside a card: a member in its host. */
export interface TopologySlot {
  readonly id: string;
  /** The witness, like a lane's label: "Database". */
  readonly label: string;
  /** What it is: its role. */
  readonly title: string;
  /** The one that matters most stands out. */
  readonly emphasis?: boolean;
  readonly tone: Tone;
  /** The state's word. */
  readonly toneLabel: string;
  /** Short facts at the end: a version. */
  readonly fact?: string;
}

/** A host. */
export interface TopologyCard {
  readonly id: string;
  readonly title: string;
  /** Address and interface, in monospace. */
  readonly subtitle?: string;
  readonly groupId?: string;
  readonly treatment: CardTreatment;
  readonly tone: Tone;
  readonly toneLabel: string;
  /** Heavier: this card carries the primary. It does not change the card's place. */
  readonly emphasis?: boolean;
  /** How old the facts are. */
  readonly age?: { readonly label: string; readonly stale: boolean; readonly title?: string };
  readonly slots: readonly TopologySlot[];
  /** Everything the card shows, and what the lines that end at it say, as sentences for assistive technology. */
  readonly description: string;
}

/** A fact that sits on a card and travels when it moves. */
export interface TopologyChip {
  /** The same before and after a move; that is what makes it travel. */
  readonly id: string;
  readonly laneId: string;
  /** Null: on no card. It stands on the shelf beside the way in. */
  readonly cardId: string | null;
  /** Its row in the lane, the same on every card. */
  readonly row: number;
  readonly label: string;
  /** A word beside the label: "write". */
  readonly detail?: string;
  /** An address that is held, or an answer that was heard on the wire. */
  readonly kind: "address" | "answer";
  readonly tone: Tone;
  readonly description: string;
}

/** Where clients come in, or what stands between them and the hosts. */
export interface TopologyEntry {
  readonly id: string;
  readonly tier: "clients" | "relay";
  readonly title: string;
  readonly subtitle?: string;
  readonly icon?: ReactNode;
  readonly tone: Tone;
  readonly toneLabel: string;
  readonly description: string;
  /** False: it has nothing to open, so it is no button. */
  readonly isSelectable?: boolean;
}

/** A place of several cards: a data centre. */
export interface TopologyGroup {
  readonly id: string;
  readonly label: string;
}

/** A line. */
export interface TopologyEdge {
  readonly id: string;
  /** An entry for access, which ends at a card or a relay; a card for replication. */
  readonly sourceId: string;
  readonly targetId: string;
  readonly kind: "access" | "replication";
  readonly tone: Tone;
  /** The colour of an access line that is well. */
  readonly series?: SeriesKind;
  /** A way beside the main one: a port for reads. */
  readonly isLight?: boolean;
  /** Queue and lag. Drawn for the eye alone: the description of the card at its end says it too. */
  readonly label?: string;
}

/** What a reader chose. */
export interface TopologySelection {
  readonly kind: "card" | "chip" | "entry";
  readonly id: string;
}

/** Everything that a topology shows, in the order in which it stands; the canvas and the list draw the same. */
export interface TopologyModel {
  readonly cards: readonly TopologyCard[];
  readonly groups: readonly TopologyGroup[];
  readonly entries: readonly TopologyEntry[];
  readonly lanes: readonly TopologyLane[];
  readonly chips: readonly TopologyChip[];
  readonly edges: readonly TopologyEdge[];
  /** Names the place of chips that no card has: "Held by nobody". It is loud unless all that stands there is unknown. */
  readonly shelfLabel: string;
}
