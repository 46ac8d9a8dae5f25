import { bilingual } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { type AccountTexts, accountTexts } from "./account-texts.ts";

const en = {
  assistant:
    "Services, domain names, invoices and tickets of one account, for an assistant that its owner trusts. It takes a minute and no key.",
  allow: [
    "Allow",
    "The page lists what the assistant will read. You can limit it to one service or one domain name.",
  ] as [title: string, text: string],
  refused:
    "The provider takes no orders or changes here, so no customer can give another scope. `outside_limit` means that the customer limited the connection, `permission_denied` that their own login lacks a permission in the client area. Both are for the customer to change.",
  tokens:
    "For a script of one’s own, without OAuth. The customer makes a token under “Connected assistants”: what it is limited to, and whether it ends after 30, 90 or 365 days. It begins with `fdk_` and is shown once; only a hash of it is kept. It is sent like an access token:",
  notTaken:
    "The provider takes no orders or changes here. Quotes and actions are answered with 409 `not_offered`, and `action_required.url` leads to the client area, where the customer makes them.",
};

const fr: typeof en = {
  assistant:
    "Les services, noms de domaine, factures et demandes d’assistance d’un compte, pour un assistant en qui son titulaire a confiance. Il suffit d’une minute, sans clé.",
  allow: [
    "Autoriser",
    "La page énumère ce que l’assistant pourra lire. Vous pouvez le limiter à un seul service ou à un seul nom de domaine.",
  ],
  refused:
    "Le fournisseur n’accepte ici ni commande ni modification : personne ne peut donc accorder d’autre portée. `outside_limit` signifie que la personne a limité la connexion, `permission_denied` qu’il manque une permission à son propre identifiant dans l’espace client. C’est à elle de changer l’un ou l’autre.",
  tokens:
    "Pour un script à soi, sans OAuth. La personne crée un jeton sous « Assistants connectés » : ce à quoi il est limité, et s’il prend fin après 30, 90 ou 365 jours. Il commence par `fdk_` et n’est affiché qu’une fois ; seule son empreinte est conservée. Il s’envoie comme un jeton d’accès :",
  notTaken:
    "Le fournisseur n’accepte ici ni commande ni modification. Les devis et les actions donnent 409 `not_offered`, et `action_required.url` mène à l’espace client, où la personne s’en charge.",
};

const words = bilingual(en, fr);

/** The texts about an account whose provider takes no orders or changes; `notTaken` stands in place of how one acts. */
export const readOnlyTexts = { en: inLanguage("en"), fr: inLanguage("fr") };

function inLanguage(language: Language): AccountTexts & { notTaken: string } {
  const texts = accountTexts[language];
  const { assistant, allow, refused, tokens, notTaken } = words[language];
  return {
    ...texts,
    assistant: { ...texts.assistant, text: assistant, steps: [...texts.assistant.steps.slice(0, -1), allow] },
    scopes: { ...texts.scopes, refused },
    tokens: { ...texts.tokens, text: tokens },
    notTaken,
  };
}
