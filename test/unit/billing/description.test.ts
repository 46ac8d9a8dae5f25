import { expect, test } from "vitest";
import { type BillingDescription, readDescription } from "../../../shared/billing-contract/description.ts";
import { describe as describeEngine } from "../../../workers/billing/engine/describe.ts";

test("a billing Worker of the version before gives whether it is a demonstration, and means the engine's own pages", async () => {
  const db = { prepare: () => ({ first: async () => null }) };
  const own = await describeEngine({ db, isDemonstration: true } as never);
  expect(readDescription({ demonstration: true })).toEqual(own.ok && own.value);
});

test("what a billing Worker says of itself is kept, and a link that it does not have yet is completed", () => {
  const links = { service: "/s?id={id}" } as BillingDescription["links"];
  const signIn = { kind: "redirect", host: "my.provider.example" } as const;
  expect(readDescription({ demonstration: false, installation: "i", signIn, acts: false, links })).toMatchObject({
    ...{ installation: "i", signIn, acts: false },
    links: { service: "/s?id={id}", tickets: "/tickets" },
  });
});
