import { PROBLEMS } from "../../../../shared/api/definition/problems.ts";
import { byLanguage, typeset } from "../../../../shared/pages/french-typography.ts";
import { searchOf } from "../../../../shared/pages/search-form.tsx";
import { PROBLEM_CODES } from "../../problem-words.ts";
import { muted, type PageContent } from "../content/blocks.ts";
import { sectionText } from "../content/markdown.ts";
import { GUIDE_NAMES, guideContent, guidePath } from "../guides.ts";
import { operationGroups } from "../operation-links.ts";
import type { DescribedOperation, PageData } from "../page-data.ts";
import type { ApiReference } from "../reference/api-reference.ts";
import type { DescribedField } from "../reference/fields.ts";

export const SEARCH_PATH = "/developers/search";
/** Maximum number of pages, and of fields, in the results. */
const MAX_RESULTS = 20;

/** A page, section, problem code or field in the index. */
interface Entry {
  text: string;
  href: string;
  about: string;
  /** Other words that find the entry. */
  words: string;
}

/**
 * Returns the content of `/developers/search`: the pages, sections and problem codes that contain every word of the
 * search, then the fields.
 */
export function searchPage(data: PageData): PageContent {
  const search = searchOf(data.visit);
  const words = texts[data.language];
  const found = (of: keyof SearchIndex) => (search === "" ? [] : foundIn(indexOf(data)[of], folded(search)));
  const results = [
    { id: "pages", title: words.pages, items: found("pages") },
    { id: "fields", title: words.fields, items: found("fields") },
  ];
  const count = results.reduce((sum, { items }) => sum + items.length, 0);
  return {
    title: words.title,
    lead: search === "" ? words.lead : words.found(count, search),
    sections: results.map(({ items, ...section }) => ({
      ...section,
      blocks: [items.length > 0 ? { kind: "links", items: items.slice(0, MAX_RESULTS) } : muted(words.none)],
    })),
  };
}

interface IndexedEntry extends Omit<Entry, "words"> {
  foldedText: string;
  /** The text, description and words of the entry. */
  foldedAll: string;
}
type SearchIndex = Record<"pages" | "fields", IndexedEntry[]>;

/**
 * The search indexes of each catalogue reference, by language and state of the account. They are cached because
 * building an index reads every guide.
 */
const indexes = new WeakMap<ApiReference, Map<string, SearchIndex>>();

function indexOf(data: PageData): SearchIndex {
  const { catalogue, account, isReadOnly, language } = data;
  const kept = indexes.get(catalogue) ?? new Map<string, SearchIndex>();
  indexes.set(catalogue, kept);
  const name = `${language} ${isReadOnly} ${account === null}`;
  const index = kept.get(name) ?? { pages: indexed(pageEntries(data)), fields: indexed(fieldEntries(data)) };
  kept.set(name, index);
  return index;
}

function indexed(entries: Entry[]): IndexedEntry[] {
  return entries.map(({ words, ...entry }) => ({
    ...entry,
    foldedText: folded(entry.text),
    foldedAll: folded(`${entry.text} ${entry.about} ${words}`),
  }));
}

/**
 * Returns the entries that contain every word. Entries that have all words in their own text come first, the shortest
 * of them at the top.
 */
function foundIn(entries: IndexedEntry[], search: string): IndexedEntry[] {
  const words = search.split(/\s+/);
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  const found = entries.filter(({ foldedAll }) => hasAll(foldedAll));
  const rank = ({ text, foldedText }: IndexedEntry) => (hasAll(foldedText) ? text.length : Number.POSITIVE_INFINITY);
  return found.sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
}

/** Converts text to lower case, removes accents and replaces underscores with spaces. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("_", " ").toLowerCase();
}

function pageEntries(data: PageData): Entry[] {
  const { language } = data;
  return [
    ...GUIDE_NAMES.filter((name) => name !== "start").flatMap((name) => guideEntries(name, data)),
    ...operationsIn(data).map((operation) => ({
      ...{ text: typeset(operation.title, language), href: operation.page },
      about: typeset(operation.summary, language),
      words: `${operation.id} ${operation.method} ${operation.path} ${operation.tool} ${operation.description}`,
    })),
    ...PROBLEM_CODES.map((code) => ({
      ...{ text: code, href: `/problems/${code}`, about: typeset(PROBLEMS[code].title, language) },
      words: String(PROBLEMS[code].status),
    })),
  ];
}

function guideEntries(name: (typeof GUIDE_NAMES)[number], data: PageData): Entry[] {
  const { title, lead, sections } = guideContent(name, data);
  const path = guidePath(name);
  return [
    { text: title, href: path, about: lead, words: "" },
    ...sections.map((section) => ({
      ...{ text: section.title, href: `${path}#${section.id}`, about: title },
      words: sectionText(section, data),
    })),
  ];
}

function operationsIn(data: PageData): DescribedOperation[] {
  return operationGroups(data).flatMap(({ operations }) => operations);
}

/** Returns each field name of an operation once: as a parameter, or else at its first occurrence in the answer. */
function fieldEntries(data: PageData): Entry[] {
  return operationsIn(data).flatMap(({ title, page, parameters, answer }) => {
    const about = typeset(title, data.language);
    const entriesIn = (fields: DescribedField[], above: string): Entry[] =>
      fields.flatMap(({ name, fields: inner }) => [
        { text: name, href: `${page}#${above}.${name}`, about, words: "" },
        ...entriesIn(inner, `${above}.${name}`),
      ]);
    const all = [...entriesIn(parameters, "parameter"), ...entriesIn(answer, "answer")];
    return all.filter(({ text }, at) => all.findIndex((other) => other.text === text) === at);
  });
}

export const searchTexts = byLanguage({
  label: { en: "Search the developers’ pages", fr: "Chercher dans les pages pour les développeurs" },
  placeholder: {
    en: "Guides, fields, errors",
    fr: "Guides, champs, erreurs",
  },
  send: { en: "Search", fr: "Chercher" },
});

const texts = byLanguage({
  title: { en: "Search", fr: "Recherche" },
  lead: {
    en: "Guides, operations, fields, limits and error codes.",
    fr: "Guides, opérations, champs, limites et codes d’erreur.",
  },
  pages: { en: "Pages and error codes", fr: "Pages et codes d’erreur" },
  fields: { en: "Fields", fr: "Champs" },
  found: (count: number, search: string) => ({
    en: `${count === 1 ? "1 result" : `${count} results`} for “${search}”`,
    fr: `${count > 1 ? `${count} résultats` : `${count} résultat`} pour « ${search} »`,
  }),
  none: {
    en: "Nothing found. Search for a word of a guide, an operation, a field or an error code.",
    fr: "Rien trouvé. Cherchez un mot d’un guide, une opération, un champ ou un code d’erreur.",
  },
});
