import { bilingual } from "../french-typography.ts";
import type { ServerEntry } from "./server-entry.ts";

const en = {
  title: {
    catalogue: "Add the catalogue to an assistant",
    account: "Add your account to an assistant",
  } satisfies Record<ServerEntry["part"], string>,
  lead: {
    catalogue:
      "Plans, prices and domain names, for anybody and without signing in. An assistant that has the account has these too.",
    account:
      "The assistant then opens our sign-in page, at once or when it first needs the account; in a command line look under /mcp. What it may do, you decide there.",
  } satisfies Record<ServerEntry["part"], string>,
  /** Of links with a scheme of their own. */
  installed: "A link to an application opens it where it is installed; under it is the way by hand.",
  add: {
    catalogue: (client: string) => `Add the catalogue to ${client}`,
    account: (client: string) => `Add your account to ${client}`,
  } satisfies Record<ServerEntry["part"], (client: string) => string>,
  open: (client: string) => `Open ${client}`,
  file: (path: string) => `In ${path}:`,
  terminal: "In a terminal:",
  publicOnly: (client: string) => `${client} calls from its own network, so it needs a public https address.`,
  /** Between a name and what is said of it. */
  labelled: (name: string, what: string) => `${name}: ${what}`,
  documentation: "Documentation",
  other: "Any other that takes MCP servers",
  otherText: "Give it this address, Streamable HTTP:",
};

const fr: typeof en = {
  title: { catalogue: "Ajouter le catalogue à un assistant", account: "Ajouter votre compte à un assistant" },
  lead: {
    catalogue:
      "Les forfaits, les prix et les noms de domaine, pour tout le monde et sans connexion. Un assistant qui a le compte les a aussi.",
    account:
      "L’assistant ouvre ensuite notre page de connexion, tout de suite ou dès qu’il a besoin du compte ; en ligne de commande, voyez sous /mcp. C’est là que vous décidez de ce qu’il peut faire.",
  },
  installed:
    "Un lien vers une application l’ouvre là où elle est installée ; en dessous se trouve la façon de faire à la main.",
  add: {
    catalogue: (client: string) => `Ajouter le catalogue à ${client}`,
    account: (client: string) => `Ajouter votre compte à ${client}`,
  },
  open: (client: string) => `Ouvrir ${client}`,
  file: (path: string) => `Dans ${path} :`,
  terminal: "Dans un terminal :",
  publicOnly: (client: string) =>
    `${client} appelle depuis son propre réseau ; il lui faut donc une adresse https publique.`,
  labelled: (name: string, what: string) => `${name} : ${what}`,
  documentation: "Documentation",
  other: "Tout autre qui accepte des serveurs MCP",
  otherText: "Donnez-lui cette adresse, Streamable HTTP :",
};

export const connectingTexts = bilingual(en, fr);
