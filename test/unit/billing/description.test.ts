import { expect, test } from "vitest";
import { type BillingDescription, readDescription } from "../../../shared/billing-contract/description.ts";
import { rememberedDescription } from "../../../workers/account/queries/billing-description.ts";
import { CLIENT_AREA_LINKS, describe as describeEngine } from "../../../workers/billing/engine/describe.ts";

test("a billing Worker of the version before gives whether it is a demonstration, and means the engine's own pages", async () => {
  const db = { prepare: () => ({ first: async () => null }) };
  const own = await describeEngine({ db, isDemonstration: true, links: CLIENT_AREA_LINKS } as never);
  expect(readDescription({ demonstration: true })).toEqual(own.ok && own.value);
});

test("an account Worker asks until it is answered, and then no more", async () => {
  const answers = [
    () => Promise.reject(new Error("no binding")),
    async () => ({ ok: false, problem: { code: "billing_unavailable", retryAfter: 7 } }),
    async () => ({ ok: true, value: { demonstration: true } }),
  ];
  let asked = 0;
  const read = rememberedDescription({ describe: () => answers[asked++]?.() } as never);
  expect(await read("1")).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
  expect(await read("2")).toMatchObject({ ok: false, problem: { retryAfter: 7 } });
  for (const id of ["3", "4"]) expect(await read(id)).toMatchObject({ ok: true, value: { demonstration: true } });
  expect(asked).toBe(3);
});

test("what a billing Worker says of itself is kept, and a link that it does not have yet is completed", () => {
  const links = { service: "/s?id={id}" } as BillingDescription["links"];
  const signIn = { kind: "redirect", host: "my.provider.example" } as const;
  expect(readDescription({ demonstration: false, installation: "i", signIn, acts: false, links })).toMatchObject({
    ...{ installation: "i", signIn, acts: false },
    links: { service: "/s?id={id}", tickets: "/tickets" },
  });
});
