/** A customer's request to an assistant, with the tool calls that fulfil it. */
export interface CustomerTask {
  name: string;
  en: string;
  fr: string;
  /**
   * The tool calls in order. In an argument, `$/0/price` stands for the `price` in the first answer, `$lang` for the
   * language, and `$key` for a new idempotency key.
   */
  calls: [tool: string, input?: Record<string, unknown>][];
  /**
   * The number of calls, and the maximum number of bytes in their answers. A commit that raises them states the reason.
   */
  budget: { calls: number; bytes: number };
  /** The facts that the assistant can state. The JSON pointers point into the list of answers. */
  says: Facts;
  /** Statements that the descriptions of the called tools must contain. */
  promised?: string[];
  /** A member name that no answer may contain at any depth. */
  absent?: string;
  /** Whether the customer then pays at the link in the last answer. */
  isPaid?: true;
  /** The expected state of the account after the task: the path of an HTTP read, with facts about its response. */
  end?: Record<string, Facts>;
}

/**
 * Expectations by JSON pointer, in which `*` means every list item. An expectation is a value, a matcher, or `$` and
 * the pointer of a value that must be equal.
 */
type Facts = Record<string, unknown>;

/** A task for which there is no tool, so the assistant makes no call. */
export interface RefusedTask {
  name: string;
  en: string;
  fr: string;
  /** Words that no tool may have in its name, texts or arguments, because the tool would seem to do this task. */
  nothingAbout: RegExp;
  /** What the assistant can say instead. The server's instructions must contain these statements. */
  promised: string[];
}
