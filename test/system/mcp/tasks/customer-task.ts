/** What a customer asks an assistant, and the calls by which a good one does it. */
export interface CustomerTask {
  name: string;
  en: string;
  fr: string;
  /** In this order. `$/0/price` in an argument is that of the first answer, `$lang` the language, `$key` a new key. */
  calls: [tool: string, input?: Record<string, unknown>][];
  /** How many calls, and how many bytes their answers may have at most. Raised by hand alone, with the reason in the commit. */
  budget: { calls: number; bytes: number };
  /** What the assistant can say, by JSON pointers into the list of answers. */
  says: Facts;
  /** What a fact relies on, as the texts of the called tools promise it. */
  promised?: string[];
  /** No answer has this key, at any depth. */
  absent?: string;
  /** The customer then pays at the last answer's link. */
  isPaid?: true;
  /** How the account is afterwards: by the path of a read over HTTP, and JSON pointers into its body. */
  end?: Record<string, Facts>;
}

/** What is at a JSON pointer, in which `*` is each of a list: a value, what matches, or `$` and the pointer of an equal one. */
type Facts = Record<string, unknown>;

/** A task that no tool is for, and none is called. */
export interface RefusedTask {
  name: string;
  en: string;
  fr: string;
  /** Words that no tool's name, texts or arguments may have: it would seem to be for this. */
  nothingAbout: RegExp;
  /** What the assistant says instead, as the server's instructions have it. */
  promised: string[];
}
