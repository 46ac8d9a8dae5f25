import { expect, test } from "vitest";
import { type InvoiceParty, partiesOf } from "../../../workers/billing/engine/invoices/parties.ts";

const SELLER = {
  ...{ name: "Maple Hosting Inc.", address: ["1 Demonstration Street"], country: "CA" },
  registrations: [{ place: "CA", number: "100000000RT0001" }],
};
const CONTACT = {
  ...{ firstName: "Ana", lastName: "Diaz", street: ["5 rue A", "Suite 2"], city: "Montréal", postalCode: "H2Y 1A1" },
  phone: "+1.5145550100",
};
const FACTS = { contact: CONTACT, company: null, country: "CA", province: "QC", businessNumber: null };
const HOME = ["5 rue A", "Suite 2", "Montréal QC H2Y 1A1"];

test.each<[who: string, facts: Partial<Parameters<typeof partiesOf>[2]>, buyer: Partial<InvoiceParty>]>([
  ["a person", {}, { name: "Studio", address: HOME, numbers: [] }],
  [
    "a company and its contact person",
    { company: "Studio Inc." },
    { name: "Studio Inc.", address: ["Ana Diaz", ...HOME] },
  ],
  [
    "a place without provinces",
    { country: "FR", province: null },
    { country: "FR", address: [...HOME.slice(0, 2), "Montréal H2Y 1A1"] },
  ],
  [
    "a business",
    { businessNumber: "FR40303265045", country: "FR" },
    { numbers: [{ place: "FR", number: "FR40303265045" }] },
  ],
  ["a customer without an address", { contact: null, company: "Studio Inc." }, { name: "Studio Inc.", address: [] }],
])("an invoice to %s states both parties", (_, facts, expected) => {
  const { seller, buyer } = partiesOf(SELLER, { name: "Studio" }, { ...FACTS, ...facts });
  expect(buyer).toMatchObject(expected);
  const { registrations: numbers, ...named } = SELLER;
  expect(seller).toEqual({ ...named, numbers });
});
