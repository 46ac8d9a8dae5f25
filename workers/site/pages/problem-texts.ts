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
  short: {
    wait: "Try again later",
    approve: "The customer may have to approve it",
    customer: "The customer acts first",
    change: "Change the request first",
    permit: "Needs to be allowed first",
  },
  /** Whether the same request is sent again, in a table. */
  again: {
    wait: "Yes, unchanged",
    approve: "Unchanged once approved, else after a change",
    customer: "Unchanged, once the customer has acted",
    change: "After a change",
    permit: "Once it is allowed",
  },
  next: "What to do",
  long: {
    wait: "Send the same request again later. Where the answer has a `Retry-After` header, wait that many seconds; otherwise wait a little longer each time.",
    change:
      "Do not repeat the request as it is: the answer would be the same. Read the members `detail` and `errors` of the answer, change the request, then send it.",
    approve:
      "With an `action_required` of the type `approve_action` the customer decides: send the same request again once they have approved it. Any other one do not repeat as it is: the answer would be the same until what the member `detail` names has changed.",
    customer:
      "Do not repeat the request yet: nothing is wrong with it, but the customer has to do first what the member `action_required` says. Then send it again.",
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
  short: {
    wait: "À renvoyer plus tard",
    approve: "Accord de la personne parfois nécessaire",
    customer: "Action de la personne d’abord",
    change: "Requête à modifier",
    permit: "Accès à obtenir d’abord",
  },
  again: {
    wait: "Oui, telle quelle",
    approve: "Telle quelle une fois l’accord donné, sinon après modification",
    customer: "Telle quelle, une fois que la personne a agi",
    change: "Après modification",
    permit: "Une fois l’accès obtenu",
  },
  next: "Que faire",
  long: {
    wait: "Renvoyez la même requête plus tard. Si la réponse porte un en-tête `Retry-After`, attendez ce nombre de secondes ; sinon, attendez un peu plus longtemps à chaque essai.",
    change:
      "Ne répétez pas la requête telle quelle : la réponse serait la même. Lisez les membres `detail` et `errors` de la réponse, modifiez la requête, puis envoyez-la.",
    approve:
      "Avec un `action_required` du type `approve_action`, c’est la personne qui décide : renvoyez la même requête une fois son accord donné. Toute autre requête ne se répète pas telle quelle : la réponse serait la même tant que ce que nomme le membre `detail` n’a pas changé.",
    customer:
      "Ne répétez pas encore la requête : elle est juste, mais la personne doit d’abord faire ce que dit le membre `action_required`. Renvoyez-la ensuite.",
    permit:
      "Ne répétez pas encore la requête : elle est peut-être juste, mais elle n’est pas permise. Une fois l’accès obtenu comme décrit ci-dessus, renvoyez-la.",
  },
  support:
    "Chaque réponse porte un `request_id`. Communiquez-le à l’assistance technique, qui retrouvera cette requête précise.",
  all: "Tous les codes de problème",
};

export const problemTexts = bilingual(en, fr);
