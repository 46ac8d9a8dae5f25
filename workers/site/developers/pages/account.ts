import { type Block, type PageContent, part, shell, text } from "../content/blocks.ts";
import { curl, curlWithToken, mcpConfiguration } from "../examples/curl-examples.ts";
import { oauthExamples } from "../examples/oauth-examples.ts";
import type { PageData } from "../page-data.ts";
import { type AccountTexts, accountTexts } from "../texts/account-texts.ts";
import { readOnlyTexts } from "../texts/read-only-texts.ts";
import { siteTexts } from "../texts/site-texts.ts";
import { operationLinks } from "./operation-links.ts";

/** `/developers/account`: how an assistant or an application connects, and the rules of all calls. */
export function accountPage(data: PageData): PageContent {
  const { addresses, language, isReadOnly, scopes: given, servers } = data;
  const texts = siteTexts[language];
  const ofAccount: AccountTexts = isReadOnly ? readOnlyTexts[language] : accountTexts[language];
  const { assistant, application, calls, scopes, tokens, endpoints } = ofAccount;
  return {
    title: texts.pages.account,
    lead: texts.accountLead,
    sections: [
      {
        id: "assistants",
        title: assistant.title,
        blocks: [
          text(assistant.text),
          { kind: "list", isOrdered: true, items: assistant.steps.map(([title, words]) => `${title}. ${words}`) },
          { kind: "address", address: servers.account.url },
          text(assistant.end),
          text({ text: assistant.manage, href: data.assistants }),
        ],
      },
      {
        id: "applications",
        title: application.title,
        blocks: [text(application.text), ...connectingSteps(data, application)],
      },
      {
        id: "account-calls",
        title: calls.title,
        blocks: [
          ...[calls.needed, calls.limit, calls.lists, calls.texts].map(text),
          part(scopes.title, [
            {
              ...{ kind: "table", caption: scopes.title, columns: [scopes.scope, scopes.allows] },
              rows: given.map((scope) => [`\`${scope}\``, scopes.words[scope]]),
            },
            text(scopes.refused),
          ]),
        ],
      },
      {
        id: "api-tokens",
        title: tokens.title,
        blocks: [
          text(tokens.text),
          shell(curlWithToken(`${addresses.base}/account`)),
          text(tokens.configuration),
          {
            ...{ kind: "code", language: "json" },
            code: mcpConfiguration(servers.account, { Authorization: "Bearer fdk_…" }),
          },
        ],
      },
      { id: "account-endpoints", title: endpoints.title, blocks: [operationLinks(data, "account")] },
    ],
  };
}

function connectingSteps({ addresses }: PageData, texts: AccountTexts["application"]): Block[] {
  const { find, introduce, authorize, exchange, refresh, revoke } = texts;
  const examples = oauthExamples(addresses);
  return [
    part(find.title, [text(find.text), shell(curl(examples.serverMetadata))]),
    part(introduce.title, [
      text(introduce.document),
      { kind: "code", code: examples.metadataDocument, language: "json" },
      text(introduce.register),
      shell(examples.registration),
      text(introduce.redirects),
    ]),
    part(authorize.title, [text(authorize.text), shell(examples.authorization)]),
    part(exchange.title, [text(exchange.text), shell(examples.codeExchange)]),
    part(refresh.title, [text(refresh.text), shell(examples.refreshing)]),
    part(revoke.title, [text(revoke.text), shell(examples.revoking)]),
  ];
}
