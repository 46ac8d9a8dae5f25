import { CONNECT_CLIENTS } from "../../../../shared/pages/connecting/clients.ts";
import { formatDate } from "../../../../shared/pages/formats.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { type Block, folded, muted } from "../content/blocks.ts";
import tried from "../tried-clients.json" with { type: "json" };

const READ_ON = "2026-11-23";

/**
 * For each client package that discards the text of a 429 response, the code with which a program can still read it.
 */
const REMEDIES: Record<string, string> = {
  "@openai/agents": "`new MCPServerStreamableHttp({ url, errorFunction: ({ error }) => String(error) })`",
};

const texts = byLanguage({
  client: { en: "Client", fr: "Client" },
  version: { en: "Version", fr: "Version" },
  asks: { en: "Asks to sign in", fr: "Demande d’ouvrir une session" },
  yes: {
    en: "Yes, with its own command; no with the entry above",
    fr: "Oui, avec sa propre commande ; non avec l’entrée ci-dessus",
  },
  no: { en: "No", fr: "Non" },
  read: (date: string) => ({ en: `Read in its documentation by ${date}`, fr: `Lu dans sa documentation au ${date}` }),
  notRun: { en: "Not run", fr: "Non exécuté" },
  run: (date: string) => ({
    en: `The clients with a version ran on ${date}, with \`npm run demo -- clients\`.`,
    fr: `Les clients avec une version ont été exécutés le ${date}, par \`npm run demo -- clients\`.`,
  }),
  gets: { en: "After a 429", fr: "Ce que devient une réponse 429" },
  remedy: { en: "Remedy", fr: "Remède" },
  model: { en: "The model reads the problem", fr: "Le modèle lit le problème" },
  caller: {
    en: "Your program gets an exception with the problem",
    fr: "Votre programme reçoit une exception avec le problème",
  },
  lost: { en: "The model reads neither reason nor time", fr: "Le modèle ne lit ni la raison ni le délai" },
  catch: { en: "Pass the exception’s message to the model", fr: "Transmettez au modèle le message de l’exception" },
  none: { en: "Not needed", fr: "Inutile" },
});

/** Returns a table that shows which clients require a sign-in for the catalogue, although the catalogue needs none. */
export function signInTable(language: Language): Block[] {
  const words = texts[language];
  const others = CONNECT_CLIENTS.filter(({ name }) => tried.clients.every((client) => client.name !== name));
  return [
    muted(words.run(formatDate(tried.date, language))),
    folded(words.asks, [
      {
        ...{ kind: "table", caption: words.asks, columns: [words.client, words.version, words.asks] },
        rows: [
          ...tried.clients.map((one) => [one.name, one.version, one.asksToSignIn ? words.yes : words.no]),
          ...others.map(({ name }) => [name, words.read(formatDate(READ_ON, language)), words.notRun]),
        ],
      },
    ]),
  ];
}

/** Returns a table that shows how each client reacts to an exhausted rate limit. */
export function limitTable(language: Language): Block[] {
  const words = texts[language];
  return [
    muted(words.run(formatDate(tried.date, language))),
    {
      ...{ kind: "table", caption: words.gets, columns: [words.client, words.version, words.gets, words.remedy] },
      rows: tried.clients.map(({ name, package: of, version, atLimit }) => [
        name,
        version,
        words[atLimit as "model" | "caller" | "lost"],
        REMEDIES[of] ?? (atLimit === "caller" ? words.catch : words.none),
      ]),
    },
  ];
}
