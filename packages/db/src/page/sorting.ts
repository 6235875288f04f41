import { orderOf, type Page, type SortOrder } from "@primacy/contract";
import { type PageRequest, type SortedPageRequest, toPage, wayOf } from "./page-request";

/** How a field compares with the one of the last row of the page before. */
type Test<T> = { readonly gt: T } | { readonly lt: T } | { readonly equals: T };
type IdTest = { readonly id: { readonly gt: string } | { readonly lt: string } };
/** A condition that Prisma takes where it takes `W`. */
type Condition<W> = W | IdTest | { readonly AND: (W | IdTest)[] };

/** How a table with the conditions `W`, orders `O` and rows `R` is sorted by one field, and by id among equals. */
export interface Sorting<W, O, R> {
  /** What a row after the given one fulfils: one of these. Without a value they come last, whichever way. */
  after(last: { readonly key: string; readonly id: string }, order: SortOrder): Condition<W>[];
  orderBy(order: SortOrder): (O | { readonly id: SortOrder })[];
  /** The field as a cursor carries it. */
  keyOf(row: R): string;
}

/** One field of a table, for `byText` and `byInstant`. */
interface Field<T, W, O, R> {
  readonly where: (test: Test<T>) => W;
  readonly orderBy: (order: SortOrder) => O;
  readonly read: (row: R) => T | null;
  /** Where the field may be without a value: what such a row fulfils. */
  readonly isAbsent?: () => W;
}

/** By when rows were made: their ids rise with it. */
export const byCreation: Sorting<never, never, unknown> = {
  after: ({ id }, order) => (id === "" ? [] : [beyondId(id, order)]),
  orderBy: (order) => [{ id: order }],
  keyOf: () => "",
};

/** By a text, as the database orders texts. */
export function byText<W, O, R>(field: Field<string, W, O, R>): Sorting<W, O, R> {
  return byField(field, (text) => text, String);
}

/** The years that JavaScript and PostgreSQL write alike: 1 to 9999. */
const [firstMs, lastMs] = [Date.parse("0001-01-01T00:00:00.000Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/** By an instant. */
export function byInstant<W, O, R>(field: Field<Date, W, O, R>): Sorting<W, O, R> {
  const parse = (text: string): Date => {
    const atMs = Date.parse(text);
    // No answer contained a cursor without such an instant: any page will do.
    return new Date(atMs >= firstMs && atMs <= lastMs ? atMs : 0);
  };
  return byField(field, (at) => at.toISOString(), parse);
}

const absent = "";
const present = "=";

function byField<T, W, O, R>(
  { where, orderBy, read, isAbsent }: Field<T, W, O, R>,
  format: (value: T) => string,
  parse: (text: string) => T,
): Sorting<W, O, R> {
  return {
    after: ({ key, id }, order) => {
      if (id === "") return [];
      const byId = beyondId(id, order);
      if (!key.startsWith(present)) return isAbsent === undefined ? [] : [{ AND: [isAbsent(), byId] }];
      const value = parse(key.slice(present.length));
      return [
        where(order === "asc" ? { gt: value } : { lt: value }),
        { AND: [where({ equals: value }), byId] },
        ...(isAbsent === undefined ? [] : [isAbsent()]),
      ];
    },
    orderBy: (order) => [orderBy(order), { id: order }],
    keyOf: (row) => {
      const value = read(row);
      return value === null ? absent : present + format(value);
    },
  };
}

function beyondId(id: string, order: SortOrder): IdTest {
  return { id: order === "asc" ? { gt: id } : { lt: id } };
}

/** What a table is asked for, so that the rows of one page come. */
export interface SortedSearch<W, O> {
  /** One of these; absent on the first page. */
  readonly OR?: Condition<W>[];
  readonly orderBy: (O | { readonly id: SortOrder })[];
  /** One more than the page shows. */
  readonly take: number;
}

/** Lists one page of a table: sorted by the field that was asked for, else by `own`. */
export async function listSorted<S extends string, W, O, R extends { readonly id: string }, T>(
  sortings: { readonly [K in S]: Sorting<W, O, R> },
  own: S,
  page: SortedPageRequest<S>,
  search: (search: SortedSearch<W, O>) => Promise<readonly R[]>,
  toItem: (row: R) => T,
): Promise<Page<T>> {
  const { after, limit, sort = own }: PageRequest & { readonly sort?: S | undefined } = page;
  const way = { sort, order: page.order };
  const order = orderOf(way);
  const sorting = sortings[sort];
  const rows = await search({
    ...(after === null ? {} : { OR: sorting.after(after, order) }),
    orderBy: sorting.orderBy(order),
    take: limit + 1,
  });
  return toPage(rows, limit, toItem, (row) => [sorting.keyOf(row), row.id], wayOf(way));
}
