/** The long campaign. Each part has its own system and seed and runs until memory use is stable. */
export const LONG_FORM = { parts: 5, requestsOfPart: 40_000 } as const;
