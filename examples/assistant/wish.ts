import { AssistantRefusal } from "./problem.ts";

/** The requirements for a recommendation. */
export interface Wish {
  /** The highest monthly price, without taxes. */
  budget: number;
  needs: Need[];
  /** The id of a product line; the provider's first line if absent. */
  line?: string;
  /** The extension of a domain name to buy with the plan. */
  extension?: string;
  /** Passed unchanged to the tools, which validate these values. */
  locale: { currency?: string; lang?: string };
}

/** A word to look for in the specification table, with an optional minimum: `ssh`, `websites:3`. */
export interface Need {
  word: string;
  atLeast: number | null;
}

/**
 * Reads the requirements from a query string.
 * @throws {AssistantRefusal} if a parameter is missing or invalid
 */
export function readWish(query: URLSearchParams): Wish {
  const given = (name: string) => query.get(name) || undefined;
  const [line, extension, currency, lang] = [given("line"), given("extension"), given("currency"), given("lang")];
  return {
    budget: readBudget(given("budget")),
    needs: (given("needs") ?? "").split(",").filter(Boolean).map(readNeed),
    ...(line && { line }),
    ...(extension && { extension }),
    locale: { ...(currency && { currency }), ...(lang && { lang }) },
  };
}

function readBudget(text: string | undefined): number {
  const budget = Number(text);
  if (text !== undefined && Number.isFinite(budget) && budget > 0) return budget;
  throw invalidParameter("budget must be an amount a month, such as 10.");
}

function readNeed(text: string): Need {
  const [word = "", least] = text.split(":", 2);
  const atLeast = least === undefined ? null : Number(least);
  if (word.trim() !== "" && (atLeast === null || Number.isFinite(atLeast))) return { word: word.trim(), atLeast };
  throw invalidParameter(
    "needs must be words of the specification table, such as ssh or websites:3, with commas between.",
  );
}

function invalidParameter(detail: string): AssistantRefusal {
  return new AssistantRefusal({ title: "Invalid parameter", status: 400, detail });
}
