import { expect, test } from "vitest";
import { explore } from "./support/action-model/explore.ts";
import {
  ADDON_MISTAKES,
  type ModelBounds,
  type ModelMistake,
  PLAIN_MISTAKES,
  RESTORED_MISTAKES,
} from "./support/action-model/state.ts";

const PLAIN = { hasAddon: false, deliveries: 2, lookups: 2, restores: 0, addonLosses: 0, isLate: false };
const RESTORED = { ...PLAIN, deliveries: 1, restores: 1 };
const LATE = { ...PLAIN, deliveries: 1, lookups: 3, isLate: true };
const ADDON_LATE = { ...LATE, hasAddon: true, lookups: 2 };
/** A row that was restored away lets a request that is delivered again through to the addon. */
const ADDON_RESTORED = { ...PLAIN, hasAddon: true, lookups: 1, restores: 1 };
const ADDON_LOST = { ...PLAIN, hasAddon: true, deliveries: 1, addonLosses: 1 };

test.each<[string, ModelBounds, string[]]>([
  ["plain, the request delivered twice", PLAIN, ["DONE", "NOT_PLACED", "STUCK", "WITHDRAWN", "LOST", "OTHER"]],
  ["the Worker's database restored", RESTORED, ["DONE", "NOT_PLACED", "STUCK", "RESTORED", "OTHER"]],
  ["orders after the delivery window", LATE, ["DONE", "NOT_PLACED", "FOUND_LATE", "LOST", "OTHER"]],
  ["the addon, whatever is late", ADDON_LATE, ["DONE", "NOT_PLACED", "LOST", "OTHER", "ADDON_WITHDRAWN"]],
  ["the addon, the Worker's database restored, delivered twice", ADDON_RESTORED, ["DONE", "RESTORED", "OTHER"]],
  ["the addon's row lost", ADDON_LOST, ["DONE", "NOT_PLACED", "STUCK", "LOST", "ADDON_WITHDRAWN"]],
])("no order of steps makes two orders of one key, or says what is not so: %s", (_, bounds, ends) => {
  const { violation, trace, reached, states } = explore(bounds, null);
  expect(violation, JSON.stringify(trace, null, 1)).toBeNull();
  expect(states).toBeGreaterThan(10_000);
  expect(Object.keys(reached).filter((end) => reached[end as keyof typeof reached] > 0)).toEqual(
    expect.arrayContaining(ends),
  );
});

test.each<[ModelMistake, ModelBounds]>([
  ...PLAIN_MISTAKES.map((mistake): [ModelMistake, ModelBounds] => [mistake, PLAIN]),
  ...RESTORED_MISTAKES.map((mistake): [ModelMistake, ModelBounds] => [mistake, RESTORED]),
  ...ADDON_MISTAKES.map((mistake): [ModelMistake, ModelBounds] => [mistake, ADDON_LATE]),
  ["the addon's word alone", ADDON_LOST],
])("the model finds out: %s", (mistake, bounds) => {
  expect(explore(bounds, mistake).violation).not.toBeNull();
});
