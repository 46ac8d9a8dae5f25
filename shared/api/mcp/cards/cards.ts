import { fingerprint } from "../../../platform/fingerprint.ts";
import { domainCard } from "./domain-card.ts";
import { plansCard } from "./plans-card.ts";

/** The name of the MCP Apps extension in a server's capabilities (SEP-1865). */
export const UI_EXTENSION = "io.modelcontextprotocol/ui";
export const CARD_TYPE = "text/html;profile=mcp-app";

const CARDS = {
  plans: { title: "Plan comparison", page: plansCard },
  domain: { title: "Domain name", page: domainCard },
};
export type CardName = keyof typeof CARDS;

/** Hosts have different default borders, so each card requests one. */
const _meta = { ui: { prefersBorder: true } };

/** Returns the URI of a card. The URI changes with the card's content, because hosts cache the cards that they read. */
export function cardUri(name: CardName): string {
  return `ui://frontdesk/${name}-${fingerprint(CARDS[name].page)}`;
}

/** Lists the cards for `resources/list`. */
export function listCards() {
  const names = Object.keys(CARDS) as CardName[];
  return names.map((name) => ({ uri: cardUri(name), name, title: CARDS[name].title, mimeType: CARD_TYPE, _meta }));
}

/**
 * Returns a card for `resources/read`. The URIs of the card's earlier versions also work. Returns `null` for any other
 * URI.
 */
export function readCard(uri: string) {
  const [, name = ""] = /^ui:\/\/frontdesk\/([a-z]+)-[0-9a-f]{8}$/.exec(uri) ?? [];
  if (!isCard(name)) return null;
  return { uri, mimeType: CARD_TYPE, text: CARDS[name].page, _meta };
}

function isCard(name: string): name is CardName {
  return Object.hasOwn(CARDS, name);
}
