import type { Child } from "hono/jsx";
import { DataTable } from "../../../../shared/pages/data-table.tsx";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import { SEARCH, SearchForm, searchOf } from "../../../../shared/pages/search-form.tsx";
import { type AreaList, type AreaListPage, MAX_COUNTED } from "../../engine/records/area-lists.ts";
import type { DetailsResult } from "../../engine/records/details.ts";
import { failed, show } from "../answers.tsx";
import { areaLink, type SignedInRequest } from "../area-request.ts";
import { AreaPage } from "./area-page.tsx";

/** A list's position in its URL: the value of the sort column, the id, and the number of items on earlier pages. */
interface PlaceInAddress {
  text: string;
  id: number;
  before: number;
}

const PLACE = /^(.{0,253})~(\d{1,15})~(\d{1,9})$/s;
const AFTER = "after";
const GROUP = "status";

export const PAGE_LENGTH = 25;

/** Returns the position in a list's URL; `undefined` for the first page and for an invalid position. */
export function placeOf({ visit }: SignedInRequest): PlaceInAddress | undefined {
  const [, text, id, before] = PLACE.exec(visit.url.searchParams.get(AFTER) ?? "") ?? [];
  return text === undefined ? undefined : { text, id: Number(id), before: Number(before) };
}

/** Returns a link to one group of a list. */
export function groupLink({ visit }: SignedInRequest, path: string, group: string): string {
  return areaLink(visit, path, { [GROUP]: group });
}

interface ListProps<Item> {
  title: string;
  /** Buttons and links next to the title. */
  actions?: Child;
  path: string;
  columns: Parameters<typeof DataTable>[0]["columns"];
  /** Returns the cells of an item, one for each column. */
  row: (item: Item) => Child[];
  /** A note below the table. */
  note?: string;
}

interface TableProps<Item> extends ListProps<Item> {
  request: SignedInRequest;
  /** The query parameters that the links keep. */
  kept?: Record<string, string>;
  items: Item[];
  /** The position of the next page; `null` on the last page. */
  next: { text: string; id: number } | null;
  /** The total number of items as text; `null` if they are not counted. */
  total: string | null;
  /** Content above the table. */
  children?: Child;
}

/** Renders one page of a list, with a link to the next page. */
function ListTable<Item extends { id: number }>(props: TableProps<Item>) {
  const { request, title, actions, path, columns, row, note, kept = {}, items, next, total, children } = props;
  const { visit } = request;
  const texts = listTexts[visit.language];
  const isFiltered = Object.keys(kept).length > 0;
  const before = placeOf(request)?.before ?? 0;
  const after = next && `${next.text}~${next.id}~${before + items.length}`;
  return (
    <AreaPage request={request} title={title} actions={actions}>
      {children}
      {items.length === 0 ? (
        <p class="empty">
          {isFiltered ? texts.nothingFound : texts.nothing}
          {isFiltered && (
            <>
              {" "}
              <a href={areaLink(visit, path)}>{texts.clear}</a>
            </>
          )}
        </p>
      ) : (
        <div class="card flush">
          <DataTable
            caption={title}
            columns={columns}
            rows={items.map((item) => ({ key: String(item.id), cells: row(item) }))}
          />
        </div>
      )}
      <div class="list-end">
        <p class="small muted">
          {[
            total && items.length > 0 && texts.shown(before + 1, before + items.length, total),
            items.length > 0 && note,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <p class="links">
          {before > 0 && <a href={areaLink(visit, path, kept)}>{texts.firstPage}</a>}
          {after && <a href={areaLink(visit, path, { ...kept, [AFTER]: after })}>{texts.nextPage}</a>}
        </p>
      </div>
    </AreaPage>
  );
}

/** Returns the page of a list that has no search. */
export function listPage<Item extends { id: number }>(
  request: SignedInRequest,
  list: ListProps<Item> & Pick<TableProps<Item>, "items" | "next">,
): Promise<Response> {
  return show(request, <ListTable request={request} {...list} total={null} />);
}

interface GroupedListProps<Item, Group extends string> extends ListProps<Item> {
  read: (list: AreaList<Group>) => Promise<DetailsResult<AreaListPage<Item, Group>>>;
  searchLabel: string;
  /** The groups with their labels. The first group is shown if the URL names no group. */
  groups: [group: Group, label: string][];
}

/**
 * Returns the page of a list with a search field and item counts per group. The URL selects the group, the search text
 * and the page.
 */
export async function groupedListPage<Item extends { id: number }, Group extends string>(
  request: SignedInRequest,
  { read, searchLabel, groups, ...list }: GroupedListProps<Item, Group>,
): Promise<Response> {
  const { visit } = request;
  const search = searchOf(visit);
  const place = placeOf(request);
  const [first] = groups;
  const asked = visit.url.searchParams.get(GROUP);
  const [group] = groups.find(([name]) => name === asked) ?? first ?? [];
  if (!first || !group) throw new Error("a list has groups");
  const answer = await read({
    ...{ group, search, limit: PAGE_LENGTH },
    after: place && { day: place.text, id: place.id },
  });
  if (!answer.ok) return failed(request, answer);
  const { items, counts, next } = answer.value;
  const kept = { ...(group !== first[0] && { [GROUP]: group }), ...(search !== "" && { [SEARCH]: search }) };
  const texts = listTexts[visit.language];
  return show(
    request,
    <ListTable
      {...list}
      {...{ request, kept, items }}
      next={next && { text: next.day, id: next.id }}
      total={countWords(counts[group])}
    >
      <search class="list-tools">
        <SearchForm
          {...{ visit, path: list.path, label: searchLabel, button: texts.search }}
          kept={group === first[0] ? {} : { [GROUP]: group }}
        />
        <nav class="chips" aria-label={texts.groups}>
          {groups
            .filter(([name]) => counts[name] > 0 || name === group || name === first[0])
            .map(([name, label]) => (
              <a
                class="chip"
                href={areaLink(visit, list.path, {
                  ...(name !== first[0] && { [GROUP]: name }),
                  ...(search !== "" && { [SEARCH]: search }),
                })}
                aria-current={name === group ? "true" : undefined}
              >
                {label} {countWords(counts[name])}
              </a>
            ))}
        </nav>
      </search>
    </ListTable>,
  );
}

function countWords(count: number): string {
  return count > MAX_COUNTED ? `${MAX_COUNTED}+` : String(count);
}

const listTexts = byLanguage({
  search: { en: "Search", fr: "Chercher" },
  groups: { en: "Status", fr: "État" },
  shown: (first: number, last: number, all: string) => ({
    en: `${first}–${last} of ${all}`,
    fr: `${first} à ${last} sur ${all}`,
  }),
  nextPage: { en: "Next page", fr: "Page suivante" },
  firstPage: { en: "First page", fr: "Première page" },
  nothing: { en: "This list is empty.", fr: "Il n’y a rien dans cette liste." },
  nothingFound: { en: "Nothing here matches.", fr: "Rien ne correspond ici." },
  clear: { en: "Clear the search and the filter", fr: "Effacer la recherche et le filtre" },
});
