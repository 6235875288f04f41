import { Graph, type GraphLabel, layout as layoutRanks, type NodeLabel } from "@dagrejs/dagre";
import { CARD, CHIP, ENTRY, type Rect, SPACE } from "./geometry";
import { planShelf, type ShelfPlace } from "./shelf";

/** The only things that may decide where something stands: which things there are, never how they are. */
export interface TopologyShape {
  readonly cards: readonly { readonly id: string; readonly groupId?: string }[];
  readonly groups: readonly { readonly id: string; readonly label: string }[];
  readonly entries: readonly {
    readonly id: string;
    readonly tier: "clients" | "relay";
  }[];
  /** The most slots that any card has. */
  readonly slotRows: number;
  /** The rows of each lane, top to bottom. */
  readonly laneRows: readonly { readonly id: string; readonly rows: number }[];
}

/** A card's place, with its row and column for the lines. */
export interface CardPlace extends Rect {
  readonly row: number;
}

/** An entry's place, with its order among all entries, so that their lines run beside each other and never change sides. */
export interface EntryPlace extends Rect {
  readonly tier: "clients" | "relay";
  readonly order: number;
  readonly entryCount: number;
}

/** Where everything stands. */
export interface TopologyLayout {
  readonly width: number;
  readonly height: number;
  readonly cards: ReadonlyMap<string, CardPlace>;
  readonly groups: ReadonlyMap<string, Rect>;
  readonly entries: ReadonlyMap<string, EntryPlace>;
  /** A lane's first row, relative to its card's top. */
  readonly laneTops: ReadonlyMap<string, number>;
  /** The top of the blocks of cards: lines from above turn before it. */
  readonly blocksTop: number;
  readonly shelf: ShelfPlace;
}

interface Block extends Rect {
  readonly id: string;
  readonly boxed: boolean;
  readonly columns: number;
  readonly cardIds: readonly string[];
}

/**
 * Places everything. It is a pure function of the shape: states and roles do not matter, so that nothing moves
 * when they change. Cards and entries stand in the order in which they are given, at most three or four cards
 * beside each other; dagre ranks clients, relays and the blocks of cards.
 */
export function layoutTopology(shape: TopologyShape): TopologyLayout {
  const { laneTops, cardHeight } = measureCard(shape);
  const blocks = makeRoomForShelf(shape, placeTiers(shape, planBlocks(shape, cardHeight)));
  const cards = new Map<string, CardPlace>();
  for (const block of blocks.blocks) placeCards(block, cardHeight, cards);
  const groups = new Map(
    blocks.blocks
      .filter((block) => block.boxed)
      .map(({ id, x, y, width, height }) => [id, { x, y, width, height }]),
  );
  return { ...blocks, cards, groups, laneTops };
}

function measureCard(shape: TopologyShape): { laneTops: Map<string, number>; cardHeight: number } {
  const laneTops = new Map<string, number>();
  let top = CARD.header + shape.slotRows * CARD.slot + CARD.lanePadding;
  for (const lane of shape.laneRows) {
    laneTops.set(lane.id, top);
    top += lane.rows * CARD.laneRow;
  }
  return { laneTops, cardHeight: top + CARD.lanePadding };
}

/** How many cards stand beside each other in one block. */
export function countColumns(cardsInBlock: number, blocks: number, cardsInAll: number): number {
  if (blocks > 1 && cardsInAll > 4) return Math.min(cardsInBlock, Math.max(1, Math.floor(4 / blocks)));
  if (cardsInBlock <= 4) return cardsInBlock;
  return cardsInBlock <= 9 ? 3 : 4;
}

/** Cards fall into the blocks of their groups; blocks stand in the order of their first cards. */
function planBlocks(shape: TopologyShape, cardHeight: number): Block[] {
  const grouped = shape.groups.length > 0;
  const known = new Set(shape.groups.map((group) => group.id));
  const members = new Map<string, string[]>();
  for (const card of shape.cards) {
    const key = card.groupId !== undefined && known.has(card.groupId) ? card.groupId : "";
    members.set(key, [...(members.get(key) ?? []), card.id]);
  }
  return [...members].map(([id, cardIds]) => {
    const columns = countColumns(cardIds.length, members.size, shape.cards.length);
    const rows = Math.ceil(cardIds.length / columns);
    const boxed = grouped && id !== "";
    const inner = columns * CARD.width + (columns - 1) * SPACE.column;
    return {
      id,
      boxed,
      columns,
      cardIds,
      x: 0,
      y: 0,
      width: inner + SPACE.groupPadding * 2,
      height: (grouped ? SPACE.groupHeader : 0) + rows * (cardHeight + SPACE.row),
    };
  });
}

interface Tiers {
  readonly width: number;
  readonly height: number;
  readonly blocksTop: number;
  readonly blocks: readonly Block[];
  readonly entries: Map<string, EntryPlace>;
}

/** Ranks come from dagre; every thing of a tier is joined to every thing of the next, so no state has a say. */
function placeTiers(shape: TopologyShape, blocks: readonly Block[]): Tiers {
  const graph = new Graph<GraphLabel, NodeLabel, object>();
  graph.setGraph({
    rankdir: "TB",
    rankalign: "top",
    ranksep: SPACE.tier,
    nodesep: SPACE.group,
    marginx: SPACE.margin,
    marginy: SPACE.margin,
  });
  const clients = shape.entries.filter((entry) => entry.tier === "clients");
  const relays = shape.entries.filter((entry) => entry.tier === "relay");
  const tiers = [
    clients.map(({ id }) => `entry:${id}`),
    relays.map(({ id }) => `entry:${id}`),
    blocks.map(({ id }) => `block:${id}`),
  ].filter((tier) => tier.length > 0);
  for (const entry of [...clients, ...relays]) graph.setNode(`entry:${entry.id}`, { ...ENTRY });
  for (const { id, width, height } of blocks) graph.setNode(`block:${id}`, { width, height });
  for (const [index, tier] of tiers.entries()) {
    for (const upper of tier) for (const lower of tiers[index + 1] ?? []) graph.setEdge(upper, lower, {});
  }
  const neighbours = tiers.flatMap((tier) =>
    tier.slice(1).map((right, index) => ({ left: tier[index] ?? right, right })),
  );
  layoutRanks(graph, { constraints: neighbours });
  const place = (node: string): Rect => toRect(graph.node(node));
  const placedBlocks = blocks.map((block) => ({ ...block, ...place(`block:${block.id}`) }));
  const entries = new Map<string, EntryPlace>();
  const all = [...clients, ...relays];
  for (const [order, { id, tier }] of all.entries()) {
    entries.set(id, { ...place(`entry:${id}`), tier, order, entryCount: all.length });
  }
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    blocksTop: Math.min(...placedBlocks.map((block) => block.y), height),
    blocks: placedBlocks,
    entries,
  };
}

/** Lowers what stands below the clients by as much as the shelf needs, and widens the picture where the shelf is its end. */
function makeRoomForShelf(shape: TopologyShape, tiers: Tiers): Tiers & { readonly shelf: ShelfPlace } {
  const clients = [...tiers.entries.values()].filter((entry) => entry.tier === "clients");
  const shelf = planShelf(clients, Math.max(1, ...shape.laneRows.map(({ rows }) => rows)));
  const { lift, columns } = shelf;
  const lower = <T extends Rect>(one: T): T => ({ ...one, y: one.y + lift });
  return {
    width: Math.max(tiers.width, ...columns.map((x) => x + CHIP.width + SPACE.margin)),
    height: tiers.height + lift,
    blocksTop: tiers.blocksTop + lift,
    blocks: tiers.blocks.map(lower),
    entries: new Map([...tiers.entries].map(([id, one]) => [id, one.tier === "clients" ? one : lower(one)])),
    shelf,
  };
}

/** Dagre speaks of centres; whole pixels keep hairlines sharp. */
function toRect(node: NodeLabel): Rect {
  const { width, height, x = 0, y = 0 } = node;
  return { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height };
}

function placeCards(block: Block, cardHeight: number, cards: Map<string, CardPlace>): void {
  const left =
    block.x + (block.width - (block.columns * CARD.width + (block.columns - 1) * SPACE.column)) / 2;
  const header = block.height - Math.ceil(block.cardIds.length / block.columns) * (cardHeight + SPACE.row);
  for (const [index, id] of block.cardIds.entries()) {
    const row = Math.floor(index / block.columns);
    cards.set(id, {
      x: left + (index % block.columns) * (CARD.width + SPACE.column),
      y: block.y + header + row * (cardHeight + SPACE.row),
      width: CARD.width,
      height: cardHeight,
      row,
    });
  }
}
