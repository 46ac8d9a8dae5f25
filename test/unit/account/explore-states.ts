/**
 * An explicit-state model: an initial state, and the possible next states of each state. States are compared as JSON.
 */
export interface StateModel<State> {
  first: State;
  /** Returns the fault in a state; `null` if the state is correct. */
  violationIn(state: State): string | null;
  /** Called with each correct state. */
  visit(state: State): void;
  stepsFrom(state: State): State[];
}

/**
 * Explores all reachable states depth first until it finds a fault.
 * @returns the number of states and the fault
 */
export function exploreStates<State>({ first, violationIn, visit, stepsFrom }: StateModel<State>): {
  states: number;
  violation: string | null;
} {
  const seen = new Set([JSON.stringify(first)]);
  const open = [first];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const violation = violationIn(state);
    if (violation !== null) return { states: seen.size, violation };
    visit(state);
    for (const next of stepsFrom(state)) {
      const key = JSON.stringify(next);
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(next);
    }
  }
  return { states: seen.size, violation: null };
}
