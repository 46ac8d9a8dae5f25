import { bilingual } from "../../../../shared/pages/french-typography.ts";

const en = {
  title: "MCP server of the catalogue",
  text: "The same catalogue as tools for an assistant: Streamable HTTP, without sessions and without sign-in.",
  add: "Add this address as a server or connector:",
  configuration: "Clients that are configured with a file take this:",
  tools: "Tools",
  tool: "Tool",
  gives: "What it gives",
  arguments:
    "A tool takes the parameters of its endpoint as one flat object, with lists as arrays, and gives the same answer as `structuredContent` and as text. A problem comes back as a result with `isError` and the problem as its text.",
  revisions: (revisions: string) => `Protocol revisions: ${revisions}.`,
  older: "A call, as revisions up to 2025-11-25 send it",
  newer: "The same call in revision 2026-07-28",
};

const fr: typeof en = {
  title: "Serveur MCP du catalogue",
  text: "Le même catalogue, sous forme d’outils pour un assistant : Streamable HTTP, sans session ni authentification.",
  add: "Ajoutez cette adresse comme serveur ou connecteur :",
  configuration: "Pour les clients qui se configurent par un fichier :",
  tools: "Outils",
  tool: "Outil",
  gives: "Ce qu’il donne",
  arguments:
    "Un outil prend les paramètres de son point d’accès dans un seul objet plat, les listes sous forme de tableaux, et donne la même réponse dans `structuredContent` et en texte. Un problème prend la forme d’un résultat marqué `isError`, dont le texte est le problème lui-même.",
  revisions: (revisions: string) => `Révisions du protocole : ${revisions}.`,
  older: "Un appel, tel que l’envoient les révisions jusqu’à 2025-11-25",
  newer: "Le même appel dans la révision 2026-07-28",
};

export const mcpTexts = bilingual(en, fr);
