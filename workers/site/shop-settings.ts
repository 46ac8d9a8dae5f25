import type { Text } from "../../shared/platform/language.ts";

/** The provider's texts for the shop's pages. An empty setting shows nothing. */
export interface ShopSettings {
  /** Facts about the provider below the search, one per line: English | French | English details | French details. */
  SHOP_FACTS: string;
  /** The highlighted plan, and the reason: its id | English | French. */
  FEATURED_PLAN: string;
}

export interface Shop {
  facts: { fact: Text; details: Text }[];
  featured: { plan: string; why: Text } | null;
}

/** @throws {Error} naming an invalid setting */
export function shopFrom({ SHOP_FACTS, FEATURED_PLAN }: ShopSettings): Shop {
  const facts = SHOP_FACTS.split("\n").filter((line) => line.trim() !== "");
  return {
    facts: facts.map((line, at) => {
      const [en, fr, enDetails, frDetails, ...more] = partsOf(line);
      if (!en || !fr || !enDetails || !frDetails || more.length > 0) {
        throw new Error(`SHOP_FACTS, line ${at + 1}, is not: English | French | English details | French details.`);
      }
      return { fact: { en, fr }, details: { en: enDetails, fr: frDetails } };
    }),
    featured: featuredIn(FEATURED_PLAN),
  };
}

function featuredIn(text: string): Shop["featured"] {
  if (text.trim() === "") return null;
  const [plan, en, fr, ...more] = partsOf(text);
  if (!plan || !en || !fr || more.length > 0)
    throw new Error("FEATURED_PLAN is not: the plan's id | English | French.");
  return { plan, why: { en, fr } };
}

/** The parts of a line. */
export function partsOf(line: string): string[] {
  return line.split("|").map((part) => part.trim());
}
