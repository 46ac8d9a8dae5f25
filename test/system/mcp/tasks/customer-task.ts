/** A customer's request to an assistant, and the calls with which a good assistant fulfils it. */
export interface CustomerTask {
  name: string;
  en: string;
  fr: string;
  /** The calls in order. `$/0/price` in an argument is that of the first answer, `$lang` the language, `$key` a new key. */
  calls: [tool: string, input?: Record<string, unknown>][];
  /** The maximum number of calls and of bytes in their answers. The commit that raises them states the reason. */
  budget: { calls: number; bytes: number };
  /** The facts that the assistant can state, as JSON pointers into the list of answers. */
  says: Facts;
  /** The promises behind a fact, quoted from the texts of the called tools. */
  promised?: string[];
  /** A key that no answer has at any depth. */
  absent?: string;
  /** Whether the customer then pays at the last answer's link. */
  isPaid?: true;
  /** The state of the account after the task, as paths of reads over HTTP with JSON pointers into their bodies. */
  end?: Record<string, Facts>;
}

/** Expectations by JSON pointer, in which `*` is each list item: a value, a matcher, or `$` with the pointer of an equal value. */
type Facts = Record<string, unknown>;

/** A task without a tool, for which the assistant makes no call. */
export interface RefusedTask {
  name: string;
  en: string;
  fr: string;
  /** Words that may not be in a tool's name, texts or arguments, because the tool would seem to do this. */
  nothingAbout: RegExp;
  /** The assistant's statement instead, from the server's instructions. */
  promised: string[];
}
