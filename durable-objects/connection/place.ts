/** From where a request came, as keyed hashes: two of one connection can be compared, and nobody can be found by them. */
export interface Place {
  /** Of the country. */
  country: string;
  /** Of the operator of the network (autonomous system). */
  network: string;
}

/** Whether two places differ in country and in network operator: one of them alone changes for people who travel or move on. */
export function isElsewhere(one: Place, other: Place): boolean {
  return one.country !== other.country && one.network !== other.network;
}

/** Whether two places are the same. */
export function isSamePlace(one: Place, other: Place): boolean {
  return one.country === other.country && one.network === other.network;
}
