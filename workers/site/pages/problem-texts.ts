import { bilingual } from "../../../shared/pages/french-typography.ts";

const en = {
  list: {
    title: "Problem codes",
    lead: "When a call cannot be answered, the answer says why (RFC 9457, `application/problem+json`). Its member `code` is one of these, and its member `type` leads to the page that explains it.",
    code: "Code",
    status: "Status",
    meaning: "Meaning",
    retry: "Send again?",
  },
  status: (status: number) => `HTTP status ${status}`,
  short: { wait: "Try again later", change: "Change the request first", permit: "Needs to be allowed first" },
  same: "Yes, unchanged",
  changed: "After a change",
  next: "What to do",
  long: {
    wait: "Send the same request again later. Where the answer has a `Retry-After` header, wait that many seconds; otherwise wait a little longer each time.",
    change:
      "Do not repeat the request as it is: the answer would be the same. Read the members `detail` and `errors` of the answer, change the request, then send it.",
    permit:
      "Do not repeat the request yet: nothing may be wrong with it, but it is not allowed. Once that has been put right as described above, send it again.",
  },
  support: "Each answer carries a `request_id`. Give it to support and they can find that very request.",
  all: "All problem codes",
};

const fr: typeof en = {
  list: {
    title: "Codes de problème",
    lead: "Quand un appel ne peut pas aboutir, la réponse en donne la raison (RFC 9457, `application/problem+json`). Son membre `code` est l’un de ceux-ci, et son membre `type` mène à la page qui l’explique.",
    code: "Code",
    status: "Code d’état",
    meaning: "Signification",
    retry: "Renvoyer ?",
  },
  status: (status: number) => `Code d’état HTTP ${status}`,
  short: { wait: "À renvoyer plus tard", change: "Requête à modifier", permit: "Accès à obtenir d’abord" },
  same: "Oui, telle quelle",
  changed: "Après modification",
  next: "Que faire",
  long: {
    wait: "Renvoyez la même requête plus tard. Si la réponse porte un en-tête `Retry-After`, attendez ce nombre de secondes ; sinon, attendez un peu plus longtemps à chaque essai.",
    change:
      "Ne répétez pas la requête telle quelle : la réponse serait la même. Lisez les membres `detail` et `errors` de la réponse, modifiez la requête, puis envoyez-la.",
    permit:
      "Ne répétez pas encore la requête : elle est peut-être juste, mais elle n’est pas permise. Une fois l’accès obtenu comme décrit ci-dessus, renvoyez-la.",
  },
  support:
    "Chaque réponse porte un `request_id`. Communiquez-le à l’assistance technique, qui retrouvera cette requête précise.",
  all: "Tous les codes de problème",
};

export const problemTexts = bilingual(en, fr);
