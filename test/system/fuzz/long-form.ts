/** The long form: so many parts, each with a system and a seed of its own. */
export const LONG_FORM = { parts: 20, requestsOfPart: 10_000 } as const;
