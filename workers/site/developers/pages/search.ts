import { PROBLEMS } from "../../../../shared/api/definition/problems.ts";
import { byLanguage, typeset } from "../../../../shared/pages/french-typography.ts";
import { searchOf } from "../../../../shared/pages/search-form.tsx";
import { PROBLEM_CODES } from "../../problem-words.ts";
import { muted, type PageContent } from "../content/blocks.ts";
import { sectionText } from "../content/markdown.ts";
import { GUIDE_NAMES, guideContent, guidePath } from "../guides.ts";
import type { DescribedOperation, PageData } from "../page-data.ts";
import type { DescribedField } from "../reference/fields.ts";

export const SEARCH_PATH = "/developers/search";
const MAX_RESULTS = 40;

/** Something that can be found. */
interface Entry {
  text: string;
  href: string;
  about: string;
  /** In which it is found, too. */
  words: string;
}

/** `/developers/search`: the guides, operations, fields and problem codes that have every word of the search. */
export function searchPage(data: PageData): PageContent {
  const search = searchOf(data.visit);
  const words = texts[data.language];
  const found = search === "" ? [] : foundIn(entriesOf(data), folded(search));
  return {
    title: words.title,
    lead: search === "" ? words.lead : words.found(found.length, search),
    sections: [
      {
        ...{ id: "results", title: words.results },
        blocks: found.length > 0 ? [{ kind: "links", items: found.slice(0, MAX_RESULTS) }] : [muted(words.none)],
      },
    ],
  };
}

/** Those with every word, the ones whose own text has them first; of these the shortest text. */
function foundIn(entries: Entry[], search: string): Entry[] {
  const words = search.split(/\s+/);
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  const found = entries.filter(({ text, about, words: further }) => hasAll(folded(`${text} ${about} ${further}`)));
  const rank = ({ text }: Entry) => (hasAll(folded(text)) ? text.length : Number.POSITIVE_INFINITY);
  return found.sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
}

/** Without capitals, accents and underscores. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("_", " ").toLowerCase();
}

function entriesOf(data: PageData): Entry[] {
  const { language, operations } = data;
  const current = operations.filter(({ isCurrent }) => isCurrent);
  return [
    ...GUIDE_NAMES.filter((name) => name !== "start").flatMap((name) => guideEntries(name, data)),
    ...current.map((operation) => ({
      ...{ text: typeset(operation.title, language), href: operation.page },
      about: typeset(operation.summary, language),
      words: `${operation.id} ${operation.method} ${operation.path} ${operation.tool} ${operation.description}`,
    })),
    ...PROBLEM_CODES.map((code) => ({
      ...{ text: code, href: `/problems/${code}`, about: typeset(PROBLEMS[code].title, language) },
      words: String(PROBLEMS[code].status),
    })),
    ...current.flatMap((operation) => [
      ...fieldEntries(operation.parameters, "parameter", operation, data),
      ...fieldEntries(operation.answer, "answer", operation, data),
    ]),
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

function fieldEntries(
  fields: DescribedField[],
  above: string,
  { title, page }: DescribedOperation,
  { language }: PageData,
): Entry[] {
  const entriesIn = (inner: DescribedField[], anchor: string): Entry[] =>
    inner.flatMap((field) => [
      {
        ...{ text: field.name, href: `${page}#${anchor}.${field.name}`, words: "" },
        about: typeset(title, language),
      },
      ...entriesIn(field.fields, `${anchor}.${field.name}`),
    ]);
  return entriesIn(fields, above);
}

export const searchTexts = byLanguage({
  label: { en: "Search the developers’ pages", fr: "Chercher dans les pages pour les développeurs" },
  placeholder: {
    en: "A guide, an operation, a field or an error code",
    fr: "Guide, opération, champ ou code d’erreur",
  },
  send: { en: "Search", fr: "Chercher" },
});

const texts = byLanguage({
  title: { en: "Search", fr: "Recherche" },
  lead: {
    en: "Guides, operations, fields, limits and error codes.",
    fr: "Guides, opérations, champs, limites et codes d’erreur.",
  },
  results: { en: "Results", fr: "Résultats" },
  found: (count: number, search: string) => ({
    en: `${count === 1 ? "1 result" : `${count} results`} for “${search}”`,
    fr: `${count > 1 ? `${count} résultats` : `${count} résultat`} pour « ${search} »`,
  }),
  none: {
    en: "Nothing to show. Search for a word of a guide, an operation, a field or an error code.",
    fr: "Rien à afficher. Cherchez un mot d’un guide, une opération, un champ ou un code d’erreur.",
  },
});
