import { bilingual } from "../../../../../shared/pages/french-typography.ts";

const en = {
  nothingToPay: "There is nothing to pay.",
  allToPay: "Everything that is to be paid",

  name: "Name",
  company: "Company",
  email: "E-mail",
  country: "Country",
  creditBalance: "Credit",
  currency: "Currency",
  profileNote: "Details cannot be changed here.",
};

const fr: typeof en = {
  nothingToPay: "Il n’y a rien à payer.",
  allToPay: "Tout ce qui est à payer",

  name: "Nom",
  company: "Entreprise",
  email: "Adresse de courriel",
  country: "Pays",
  creditBalance: "Crédit",
  currency: "Devise",
  profileNote: "Les coordonnées ne se modifient pas ici.",
};

export const overviewTexts = bilingual(en, fr);
