import type { Language, Text } from "../../../../../shared/platform/language.ts";
import type { InvoiceParties, InvoiceParty } from "../../../engine/invoices/parties.ts";
import { TAX_NAMES } from "../../../engine/invoices/taxes.ts";
import { invoiceTexts } from "./invoice-texts.ts";

/** Renders the seller and the buyer next to each other. */
export function Parties({ parties: { seller, buyer }, language }: { parties: InvoiceParties; language: Language }) {
  const { from, to, taxNumber } = invoiceTexts[language];
  const party = (label: string, { name, address, country }: InvoiceParty, numbers: string[]) => (
    <div>
      <dt class="faint small">{label}</dt>
      <dd translate="no">
        <Party party={{ name, address, country }} numbers={numbers} language={language} />
      </dd>
    </div>
  );
  return (
    <dl class="pair">
      {party(
        from,
        seller,
        seller.numbers.map(({ place, number }) => `${registrationName(place)[language]} ${number}`),
      )}
      {party(
        to,
        buyer,
        buyer.numbers.map(({ number }) => `${taxNumber} ${number}`),
      )}
    </dl>
  );
}

interface PartyProps {
  party: Pick<InvoiceParty, "name" | "address" | "country">;
  /** The tax registration numbers. */
  numbers: string[];
  language: Language;
}

/** Renders a party's name, postal address and tax numbers on separate lines. */
export function Party({ party: { name, address, country }, numbers, language }: PartyProps) {
  return (
    <>
      <strong>{name}</strong>
      <br />
      {lined([...address, country && countryName(country, language), ...numbers].join("\n"))}
    </>
  );
}

/** Renders each line of a text on a separate line. Empty lines are omitted. */
export function lined(text: string) {
  return text.split("\n").flatMap((line) => (line === "" ? [] : [line, <br />]));
}

function countryName(country: string, language: Language): string {
  return new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country;
}

/**
 * Returns the name of the tax that a registration is for, as invoices print it.
 * @param place the place of a `TaxRegistration`
 */
function registrationName(place: string): Text {
  switch (place) {
    case "CA":
      return { en: "GST/HST", fr: "TPS/TVH" };
    case "CA-QC":
      return TAX_NAMES.QST;
    default:
      return TAX_NAMES.VAT;
  }
}
