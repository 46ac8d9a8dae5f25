/** The long form: parts that each have their own system and seed, and run until memory use is stable. */
export const LONG_FORM = { parts: 5, requestsOfPart: 40_000 } as const;
