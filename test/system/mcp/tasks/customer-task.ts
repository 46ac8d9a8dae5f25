/** A customer's request to an assistant, and the calls with which a good assistant fulfils it. */
export interface CustomerTask {
  name: string;
  en: string;
  fr: string;
  /** In this order. `$/0/price` in an argument is that of the first answer, `$lang` the language, `$key` a new key. */
  calls: [tool: string, input?: Record<string, unknown>][];
  /** The most calls, and the most bytes of their answers. Raised only by hand, with the reason in the commit. */
  budget: { calls: number; bytes: number };
  /** The facts that the assistant can state, by JSON pointers into the list of answers. */
  says: Facts;
  /** The promises behind a fact, quoted from the texts of the called tools. */
  promised?: string[];
  /** No answer has this key, at any depth. */
  absent?: string;
  /** The customer then pays at the last answer's link. */
  isPaid?: true;
  /** The account afterwards: paths of reads over HTTP, and JSON pointers into their bodies. */
  end?: Record<string, Facts>;
}

/** The expected content at a JSON pointer, in which `*` is each list item: a value, a matcher, or `$` and the pointer of an equal value. */
type Facts = Record<string, unknown>;

/** A task without a tool, for which the assistant calls none. */
export interface RefusedTask {
  name: string;
  en: string;
  fr: string;
  /** Words that must not be in a tool's name, texts or arguments, since the tool would seem to do this. */
  nothingAbout: RegExp;
  /** What the assistant says instead, from the server's instructions. */
  promised: string[];
}
