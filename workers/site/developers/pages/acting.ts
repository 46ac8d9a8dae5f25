import { linked, type PageContent, part, shell, text } from "../content/blocks.ts";
import { cancellingAService, registeringAName, renewingAName } from "../examples/acting-examples.ts";
import type { PageData } from "../page-data.ts";
import { accountTexts } from "../texts/account-texts.ts";
import { readOnlyTexts } from "../texts/read-only-texts.ts";
import { siteTexts } from "../texts/site-texts.ts";
import { operationLink } from "./operation-links.ts";

/** `/developers/acting`: how an application acts on an account, from the quote to what the customer pays. */
export function actingPage(data: PageData): PageContent {
  const { addresses, isReadOnly, language } = data;
  const { base } = addresses;
  const { title, lead, roundTrip, keys, limit, stepUp, approval, examples } = accountTexts[language].acting;
  if (isReadOnly) {
    const { notTaken } = readOnlyTexts[language];
    return { title, lead: notTaken, sections: [{ id: "acting", title, blocks: [text(notTaken)] }] };
  }
  return {
    title: siteTexts[language].pages.acting,
    lead,
    sections: [
      {
        id: "acting",
        title: roundTrip.title,
        blocks: [
          {
            ...{ kind: "list", isOrdered: true },
            items: roundTrip.steps.map((step) => linked(step, { getOrder: operationLink("getOrder", data) })),
          },
          text(roundTrip.cancelling),
        ],
      },
      { id: "idempotency-keys", title: keys.title, blocks: [text(keys.text), text(keys.settings)] },
      { id: "hourly-limits", title: limit.title, blocks: [text(limit.text)] },
      { id: "missing-scopes", title: stepUp.title, blocks: [text(stepUp.text)] },
      { id: "approval", title: approval.title, blocks: [text(approval.text)] },
      {
        id: "acting-examples",
        title: examples.title,
        blocks: [
          text(examples.text),
          part(examples.register, [shell(registeringAName(base))]),
          part(examples.renew, [shell(renewingAName(base))]),
          part(examples.cancel, [shell(cancellingAService(base))]),
        ],
      },
    ],
  };
}
