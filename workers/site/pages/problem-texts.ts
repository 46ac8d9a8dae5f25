import { byLanguage } from "../../../shared/pages/french-typography.ts";

export const problemTexts = byLanguage({
  list: {
    title: { en: "Problem codes", fr: "Codes d’erreur" },
    lead: {
      en: "A refused or failed call returns a problem (RFC 9457, `application/problem+json`). Its `code` is one of these, and its `type` is the address of the page that explains it.",
      fr: "Quand un appel ne peut pas aboutir, la réponse en donne la raison (RFC 9457, `application/problem+json`). Son champ `code` est l’un de ceux-ci, et son champ `type` mène à la page qui l’explique.",
    },
    code: { en: "Code", fr: "Code" },
    status: { en: "Status", fr: "Code d’état" },
    meaning: { en: "Meaning", fr: "Signification" },
    retry: { en: "Send again?", fr: "Renvoyer ?" },
  },
  status: (status: number) => ({ en: `HTTP status ${status}`, fr: `Code d’état HTTP ${status}` }),
  short: {
    wait: { en: "Try again later", fr: "À renvoyer plus tard" },
    approve: { en: "The customer may need to approve it", fr: "Accord de la personne parfois nécessaire" },
    customer: { en: "The customer acts first", fr: "Action de la personne d’abord" },
    change: { en: "Change the request first", fr: "Requête à modifier" },
    permit: { en: "Needs to be allowed first", fr: "Accès à obtenir d’abord" },
  },
  /** The table cell that states whether to send the same request again. */
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
      en: "Send the same request again later. If the answer has a `Retry-After` header, wait that many seconds. Otherwise wait a little longer each time.",
      fr: "Renvoyez la même requête plus tard. Si la réponse porte un en-tête `Retry-After`, attendez ce nombre de secondes ; sinon, attendez un peu plus longtemps à chaque essai.",
    },
    change: {
      en: "Change the request, then send it: the same request gets the same answer. `detail` and `errors` of the answer show what to change.",
      fr: "Ne répétez pas la requête telle quelle : la réponse serait la même. Lisez les champs `detail` et `errors` de la réponse, modifiez la requête, puis envoyez-la.",
    },
    approve: {
      en: "If the answer has an `action_required` of type `approve_action`, the customer decides. Send the same request again once they have approved it. Otherwise change what `detail` names first.",
      fr: "Avec un `action_required` du type `approve_action`, c’est la personne qui décide : renvoyez la même requête une fois son accord donné. Toute autre requête ne se répète pas telle quelle : la réponse serait la même tant que ce que nomme le champ `detail` n’a pas changé.",
    },
    customer: {
      en: "The request is correct, but the customer must act first: `action_required` has the step and its page. Then send the same request again.",
      fr: "Ne répétez pas encore la requête : elle est juste, mais la personne doit d’abord faire ce que dit le champ `action_required`. Renvoyez-la ensuite.",
    },
    permit: {
      en: "The request may be correct, but it is not allowed. Get the access that the answer names, then send the same request again.",
      fr: "Ne répétez pas encore la requête : elle est peut-être juste, mais elle n’est pas permise. Une fois l’accès obtenu comme décrit ci-dessus, renvoyez-la.",
    },
  },
  support: {
    en: "Each error has a `request_id`. With it, support can find the request.",
    fr: "Chaque réponse porte un `request_id`. Communiquez-le à l’assistance, qui retrouvera cette requête précise.",
  },
  all: { en: "All problem codes", fr: "Tous les codes de problème" },
});
