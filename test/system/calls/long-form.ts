/** The long form: so many parts, each with a system and a seed of its own, and long enough that its memory has levelled off. */
export const LONG_FORM = { parts: 5, requestsOfPart: 40_000 } as const;
