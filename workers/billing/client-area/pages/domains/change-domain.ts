import { parseDomainName } from "../../../../../shared/domain-names/parse-domain.ts";
import { typeset } from "../../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { failed, notFound } from "../../answers.tsx";
import { areaLink, DOMAINS_PATH } from "../../area-paths.ts";
import { asks, type ClientAreaForm } from "../../area-request.ts";
import { SAVED } from "./domain-settings.tsx";
import { showDomain } from "./domains.tsx";
import { nameserverTexts } from "./nameserver-texts.ts";
import { FIELD } from "./nameservers.tsx";

/** A list is at most 13 names of 253 characters; what is longer is refused by the rules, not shown again. */
const MAX_LIST = 4_096;

/** `POST /client-area/domains/<name>`: sets the nameservers by the rules of the API. */
export async function setNameservers(own: ClientAreaForm, name: string): Promise<Response> {
  const parsed = parseDomainName(name);
  if ("refused" in parsed) return notFound(own);
  const text = own.form.get(FIELD)?.slice(0, MAX_LIST) ?? "";
  const nameservers = text.split(/[\s,]+/).filter((line) => line !== "");
  const set = await own.engine.setDomainNameservers(asks(own, "domains", "managedomains"), {
    domain: parsed.ascii,
    nameservers,
  });
  if (set.ok) return seeOther(areaLink(own.visit, `${DOMAINS_PATH}/${parsed.ascii}`, { [SAVED]: FIELD }));
  const { problem } = set;
  const texts = nameserverTexts[own.visit.language];
  const again = (error: string[], status: number) =>
    showDomain(
      own,
      name,
      { nameservers: { text: nameservers.join("\n"), errors: error.map((each) => ({ field: FIELD, text: each })) } },
      status,
    );
  switch (problem.code) {
    case "billing_unavailable":
    case "access_lost":
    case "permission_denied":
    case "not_found":
      return failed(own, { ok: false, problem });
    case "invalid_body":
      return again(
        problem.refused.map(({ pointer, message }) => {
          const place = /^\/nameservers\/(\d+)$/.exec(pointer)?.[1];
          const mistake = typeset(message, own.visit.language);
          return place === undefined
            ? texts.list(mistake)
            : texts.line(Number(place) + 1, nameservers[Number(place)] ?? "", mistake);
        }),
        422,
      );
    case "server_unavailable":
      return again([texts.later], 503);
    default:
      return again(["reason" in problem ? typeset(problem.reason, own.visit.language) : texts.later], 422);
  }
}
