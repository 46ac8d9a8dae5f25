import { type AddonOutcome, type AddonRow, type ModelMistake, type ModelState, type Sent, withCall } from "./state.ts";

/** What a process of the addon does next with a request to act: each may be its last. */
export function addonSteps(state: ModelState, sent: Sent, at: number, mistake: ModelMistake | null): ModelState[] {
  const { addon, orders } = state;
  // The database gives back the lock of a process that is gone.
  const gone = { ...state, sent: state.sent.toSpliced(at, 1) };
  const step = (to: Sent["step"], change: Partial<ModelState>): ModelState => ({
    ...{ ...state, ...change },
    sent: state.sent.with(at, { ...sent, step: to }),
  });
  switch (sent.step) {
    case "on its way": {
      if (isLocked(state)) return [gone];
      if (addon && mistake !== "the addon acts under a reference that it has") {
        const [outcome, row] = ended(state, addon, mistake);
        return [gone, told({ ...gone, addon: row }, sent, outcome)];
      }
      return [gone, step("working", { addon: { state: "under_way", watermark: orders.length, order: null } })];
    }
    case "working":
      // WHMCS says no: the row is removed again.
      return [gone, { ...gone, addon: null }, step("ordered", { orders: [...orders, "own"] })];
    case "ordered": {
      const order = orders.lastIndexOf("own");
      const done = { ...gone, addon: addon && { ...addon, state: "done" as const, order } };
      return [gone, done, told(done, sent, { state: "done", order })];
    }
  }
}

/** What the addon answers to a lookup, and its row afterwards. */
export function find(state: ModelState, mistake: ModelMistake | null): [AddonOutcome, AddonRow | null] {
  const { addon, orders } = state;
  if (addon && addon.state !== "under_way") return ended(state, addon, mistake);
  if (isLocked(state) && mistake !== "the lock is not asked for") return [{ state: "under_way" }, addon];
  if (addon) return ended(state, addon, mistake);
  const withdrawn = { state: "withdrawn", watermark: orders.length, order: null } as const;
  return [{ state: "absent" }, mistake === "absent without a row that says so" ? null : withdrawn];
}

function isLocked({ sent }: ModelState): boolean {
  return sent.some(({ step }) => step !== "on its way");
}

/** What became of a row that nobody is at work on, and the row afterwards. */
function ended({ orders, other }: ModelState, row: AddonRow, mistake: ModelMistake | null): [AddonOutcome, AddonRow] {
  if (row.order !== null) return [{ state: "done", order: row.order }, row];
  if (row.state === "withdrawn") return [{ state: "absent" }, row];
  const above = mistake === "the addon searches without its watermark" ? 0 : row.watermark;
  const candidates = [...orders.keys()].filter((order) => order >= above && !(other && orders[order] === "other"));
  const [only, ...others] = candidates;
  if (only === undefined) return [{ state: "absent" }, { ...row, state: "withdrawn" }];
  if (others.length > 0) return [{ state: "several" }, row];
  return [
    { state: "done", order: only },
    { ...row, state: "done", order: only },
  ];
}

/** The Worker's call with its answer, where it still waits for one. */
function told(state: ModelState, { call: index }: Sent, outcome: AddonOutcome): ModelState {
  const call = state.calls[index];
  if (!call || (outcome.state !== "done" && outcome.state !== "absent")) return state;
  return withCall(state, index, { ...call, step: "answered", order: outcome.state === "done" ? outcome.order : null });
}
