/** Where the platform can be told to keep objects and stores. */
const JURISDICTIONS = ["eu", "us", "fedramp"] as const;

type Jurisdiction = (typeof JURISDICTIONS)[number];

export interface JurisdictionSetting {
  /** One of `JURISDICTIONS`; empty or absent: the platform chooses. */
  JURISDICTION?: string;
}

interface Namespace<Same> {
  jurisdiction(jurisdiction: Jurisdiction): Same;
}

/**
 * The objects of a class in the jurisdiction that is set. The same name is another, empty object in another jurisdiction, so
 * every object is looked up through this. The local runtime knows no jurisdiction and throws where one is set.
 */
export function within<Objects extends Namespace<Objects>>(
  namespace: Objects,
  { JURISDICTION: setting }: JurisdictionSetting,
): Objects {
  const jurisdiction = jurisdictionFrom(setting);
  return jurisdiction ? namespace.jurisdiction(jurisdiction) : namespace;
}

/** @returns null where none is set @throws Error naming what is none */
export function jurisdictionFrom(setting = ""): Jurisdiction | null {
  if (setting === "") return null;
  const known = JURISDICTIONS.find((jurisdiction) => jurisdiction === setting);
  if (!known) throw new Error(`JURISDICTION is none of ${JURISDICTIONS.join(", ")}: ${setting}`);
  return known;
}
