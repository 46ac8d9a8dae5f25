import type { Text } from "../../shared/platform/language.ts";

/** The provider's texts for the shop's pages. If a setting is empty, nothing is shown. */
export interface ShopSettings {
  /**
   * Facts about the provider, shown below the search. One per line: English | French | English details | French
   * details.
   */
  SHOP_FACTS: string;
  /** The plan to highlight, and the reason: plan id | English | French. */
  FEATURED_PLAN: string;
}

export interface Shop {
  facts: { fact: Text; details: Text }[];
  featured: { plan: string; why: Text } | null;
}

/**
 * Parses the shop settings.
 * @throws {Error} with the name of an invalid setting
 */
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

/** Splits a line of a setting into its parts. */
export function partsOf(line: string): string[] {
  return line.split("|").map((part) => part.trim());
}
