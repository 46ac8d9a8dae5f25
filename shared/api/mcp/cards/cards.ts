import { fingerprint } from "../../../platform/fingerprint.ts";
import { domainCard } from "./domain-card.ts";
import { plansCard } from "./plans-card.ts";

/** The name of MCP Apps among the extensions of a server (SEP-1865). */
export const UI_EXTENSION = "io.modelcontextprotocol/ui";
export const CARD_TYPE = "text/html;profile=mcp-app";

const CARDS = {
  plans: { title: "Plan comparison", page: plansCard },
  domain: { title: "Domain name", page: domainCard },
};
export type CardName = keyof typeof CARDS;

/** Hosts' defaults for the border differ. */
const _meta = { ui: { prefersBorder: true } };

/** The address of a card. It changes with the card's text, since hosts keep what they have read. */
export function cardUri(name: CardName): string {
  return `ui://frontdesk/${name}-${fingerprint(CARDS[name].page)}`;
}

/** The cards, as `resources/list` has them. */
export function listCards() {
  const names = Object.keys(CARDS) as CardName[];
  return names.map((name) => ({ uri: cardUri(name), name, title: CARDS[name].title, mimeType: CARD_TYPE, _meta }));
}

/** A card, as `resources/read` has it, also under the address of an earlier version; null for any other address. */
export function readCard(uri: string) {
  const [, name = ""] = /^ui:\/\/frontdesk\/([a-z]+)-[0-9a-f]{8}$/.exec(uri) ?? [];
  if (!isCard(name)) return null;
  return { uri, mimeType: CARD_TYPE, text: CARDS[name].page, _meta };
}

function isCard(name: string): name is CardName {
  return Object.hasOwn(CARDS, name);
}
