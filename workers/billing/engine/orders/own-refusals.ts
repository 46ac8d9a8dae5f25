/** Why what was paid is not done, where it is the engine that says so; in French in registrar/refusal-words.ts. */
export const CHANGED_SINCE = "The service has changed since this was ordered, so its price no longer holds.";
export const TAKEN_FIRST = "Another customer ordered this name too, and paid first.";
export const SITE_TAKEN_FIRST = "Another customer has a site of this name by now.";
