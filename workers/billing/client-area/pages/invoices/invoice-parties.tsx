import type { Language, Text } from "../../../../../shared/platform/language.ts";
import type { InvoiceParties, InvoiceParty } from "../../../engine/invoices/parties.ts";
import { TAX_NAMES } from "../../../engine/invoices/taxes.ts";
import { invoiceTexts } from "./invoice-texts.ts";

/** Seller and buyer, side by side. */
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
  /** Registration numbers for taxes. */
  numbers: string[];
  language: Language;
}

/** Name, address and numbers of one side, in lines. */
export function Party({ party: { name, address, country }, numbers, language }: PartyProps) {
  return (
    <>
      <strong>{name}</strong>
      <br />
      {lined([...address, country && countryName(country, language), ...numbers].join("\n"))}
    </>
  );
}

/** Lines below each other. */
export function lined(text: string) {
  return text.split("\n").flatMap((line) => (line === "" ? [] : [line, <br />]));
}

function countryName(country: string, language: Language): string {
  return new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country;
}

/** The tax of a registration, in the words of invoices. @param place of a `TaxRegistration` */
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
