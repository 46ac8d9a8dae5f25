/**
 * The size of the long campaign. Each part has its own system and seed and is long enough for memory use to level off.
 */
export const LONG_FORM = { parts: 5, requestsOfPart: 40_000 } as const;
