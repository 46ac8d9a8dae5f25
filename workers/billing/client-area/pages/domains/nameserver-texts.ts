import { french } from "../../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../../shared/platform/language.ts";

/** The form for a name's nameservers. */
const en = {
  title: "Nameservers",
  hint: "From 2 to 13 host names, one on each line. Site and e-mail of the name are where these servers say; wrong ones take both down.",
  save: "Save nameservers",
  saved: "The nameservers were set. The owner of the account is mailed when they change.",
  line: (line: number, name: string, mistake: string) => `Line ${line} (${name}) ${mistake}.`,
  list: (mistake: string) => `The list ${mistake}.`,
  unknown: "The nameservers cannot be read now. Try again in a moment.",
  later: "The registrar does not answer now, so nothing was changed. Try again in a moment.",
};

const fr: typeof en = french({
  title: "Serveurs de noms",
  hint: "De 2 à 13 noms d’hôte, un par ligne. Le site et le courriel du nom suivent les indications de ces serveurs ; de mauvais serveurs interrompent les deux.",
  save: "Enregistrer les serveurs de noms",
  saved: "Les serveurs de noms sont définis. Le titulaire du compte reçoit un courriel lorsqu’ils changent.",
  line: (line, name, mistake) => `La ligne ${line} (${name}) ${mistake}.`,
  list: (mistake) => `La liste ${mistake}.`,
  unknown: "Les serveurs de noms ne peuvent pas être lus pour l’instant. Réessayez dans un instant.",
  later: "Le bureau d’enregistrement ne répond pas pour l’instant ; rien n’a été modifié. Réessayez dans un instant.",
});

export const nameserverTexts: Record<Language, typeof en> = { en, fr };
