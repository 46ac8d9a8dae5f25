import { byLanguage } from "../../../shared/pages/french-typography.ts";

export const problemTexts = byLanguage({
  list: {
    title: { en: "Problem codes", fr: "Codes de problème" },
    lead: {
      en: "When a call cannot be answered, the answer says why (RFC 9457, `application/problem+json`). Its member `code` is one of these, and its member `type` leads to the page that explains it.",
      fr: "Quand un appel ne peut pas aboutir, la réponse en donne la raison (RFC 9457, `application/problem+json`). Son membre `code` est l’un de ceux-ci, et son membre `type` mène à la page qui l’explique.",
    },
    code: { en: "Code", fr: "Code" },
    status: { en: "Status", fr: "Code d’état" },
    meaning: { en: "Meaning", fr: "Signification" },
    retry: { en: "Send again?", fr: "Renvoyer ?" },
  },
  status: (status: number) => ({ en: `HTTP status ${status}`, fr: `Code d’état HTTP ${status}` }),
  short: {
    wait: { en: "Try again later", fr: "À renvoyer plus tard" },
    approve: { en: "The customer may have to approve it", fr: "Accord de la personne parfois nécessaire" },
    customer: { en: "The customer acts first", fr: "Action de la personne d’abord" },
    change: { en: "Change the request first", fr: "Requête à modifier" },
    permit: { en: "Needs to be allowed first", fr: "Accès à obtenir d’abord" },
  },
  /** Whether the same request is sent again, in a table. */
  again: {
    wait: { en: "Yes, unchanged", fr: "Oui, telle quelle" },
    approve: {
      en: "Unchanged once approved, else after a change",
      fr: "Telle quelle une fois l’accord donné, sinon après modification",
    },
    customer: { en: "Unchanged, once the customer has acted", fr: "Telle quelle, une fois que la personne a agi" },
    change: { en: "After a change", fr: "Après modification" },
    permit: { en: "Once it is allowed", fr: "Une fois l’accès obtenu" },
  },
  next: { en: "What to do", fr: "Que faire" },
  long: {
    wait: {
      en: "Send the same request again later. Where the answer has a `Retry-After` header, wait that many seconds; otherwise wait a little longer each time.",
      fr: "Renvoyez la même requête plus tard. Si la réponse porte un en-tête `Retry-After`, attendez ce nombre de secondes ; sinon, attendez un peu plus longtemps à chaque essai.",
    },
    change: {
      en: "Do not repeat the request as it is: the answer would be the same. Read the members `detail` and `errors` of the answer, change the request, then send it.",
      fr: "Ne répétez pas la requête telle quelle : la réponse serait la même. Lisez les membres `detail` et `errors` de la réponse, modifiez la requête, puis envoyez-la.",
    },
    approve: {
      en: "With an `action_required` of the type `approve_action` the customer decides: send the same request again once they have approved it. Any other one do not repeat as it is: the answer would be the same until what the member `detail` names has changed.",
      fr: "Avec un `action_required` du type `approve_action`, c’est la personne qui décide : renvoyez la même requête une fois son accord donné. Toute autre requête ne se répète pas telle quelle : la réponse serait la même tant que ce que nomme le membre `detail` n’a pas changé.",
    },
    customer: {
      en: "Do not repeat the request yet: nothing is wrong with it, but the customer has to do first what the member `action_required` says. Then send it again.",
      fr: "Ne répétez pas encore la requête : elle est juste, mais la personne doit d’abord faire ce que dit le membre `action_required`. Renvoyez-la ensuite.",
    },
    permit: {
      en: "Do not repeat the request yet: nothing may be wrong with it, but it is not allowed. Once that has been put right as described above, send it again.",
      fr: "Ne répétez pas encore la requête : elle est peut-être juste, mais elle n’est pas permise. Une fois l’accès obtenu comme décrit ci-dessus, renvoyez-la.",
    },
  },
  support: {
    en: "Each answer carries a `request_id`. Give it to support and they can find that very request.",
    fr: "Chaque réponse porte un `request_id`. Communiquez-le à l’assistance technique, qui retrouvera cette requête précise.",
  },
  all: { en: "All problem codes", fr: "Tous les codes de problème" },
});
