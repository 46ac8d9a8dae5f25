import { AssistantRefusal } from "./problem.ts";

/** The requirements of a recommendation. */
export interface Wish {
  /** At most this much a month, without taxes. */
  budget: number;
  needs: Need[];
  /** Id of a product line; the provider's first if absent. */
  line?: string;
  /** Extension of a domain name to buy with the plan. */
  extension?: string;
  /** Passed to the tools unchanged: they validate it. */
  locale: { currency?: string; lang?: string };
}

/** A word of the specification table, with an optional minimum: `ssh`, `websites:3`. */
export interface Need {
  word: string;
  atLeast: number | null;
}

/** Reads a wish from a query. @throws {AssistantRefusal} the missing or unreadable parameter */
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
