import * as z from "zod";
import type { AnyOperation } from "../../../../shared/api/definition/operation.ts";

/** Returns an operation for a test, with defaults for everything that the test does not set. */
export function sampleOperation<Context = object>(own: Partial<AnyOperation<Context>> = {}): AnyOperation<Context> {
  const texts = { en: "", fr: "" };
  return {
    ...{ id: "getSample", http: { method: "GET", path: "/sample" }, title: "", label: texts, summary: texts },
    ...{ description: "", effect: "read", freshFor: 0, problems: [], example: {} },
    ...{ input: z.strictObject({}), output: z.object({}), run: async () => ({}) },
    ...own,
  };
}
