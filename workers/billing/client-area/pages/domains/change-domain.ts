import type { WriteCall } from "../../../../../shared/billing-contract/call.ts";
import type { WriteRefused } from "../../../../../shared/billing-contract/result.ts";
import type { QuoteResult } from "../../../../../shared/billing-contract/writes.ts";
import { parseDomainName } from "../../../../../shared/domain-names/parse-domain.ts";
import { typeset } from "../../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { failed, isRefusal, notFound, statusOf, stopAt } from "../../answers.tsx";
import { areaLink, type ClientAreaForm, PATHS, writeCall } from "../../area-request.ts";
import { NAMESERVERS, OFF, ON, SAVED, SWITCHES, type Switch } from "./domain-forms.tsx";
import { domainTexts } from "./domain-texts.ts";
import { type SentForm, showDomain } from "./domains.tsx";

/** The longest list is 13 names of 253 characters; a longer one is refused by the rules, and not shown again. */
const MAX_LIST = 4_096;

/** `POST /client-area/domains/<name>`: sets the nameservers by the rules of the API. */
export function setNameservers(request: ClientAreaForm, name: string): Promise<Response> {
  const text = request.form.get(NAMESERVERS)?.slice(0, MAX_LIST) ?? "";
  const nameservers = text.split(/[\s,]+/).filter((line) => line !== "");
  return changeSetting(request, name, {
    saved: NAMESERVERS,
    update: (call, domain) => request.engine.setDomainNameservers(call, { domain, nameservers }),
    sentForm: (problem) => {
      const mistakes =
        problem.code === "invalid_body"
          ? nameserverErrors(request, problem, nameservers)
          : [errorText(request, problem)];
      const errors = mistakes.map((mistake) => ({ field: NAMESERVERS, text: mistake }));
      return { nameservers: { text: nameservers.join("\n"), errors } };
    },
  });
}

/** `POST /client-area/domains/<name>/lock`: locks or unlocks the domain by the rules of the API. */
export function setLock(request: ClientAreaForm, name: string): Promise<Response> {
  return setSwitch(request, name, "lock", (call, domain, locked) =>
    request.engine.setDomainLock(call, { domain, locked }),
  );
}

/** `POST /client-area/domains/<name>/auto-renew`: switches auto-renewal by the rules of the API. */
export function setAutoRenewal(request: ClientAreaForm, name: string): Promise<Response> {
  return setSwitch(request, name, "autoRenew", (call, domain, autoRenew) =>
    request.engine.setDomainAutoRenew(call, { domain, autoRenew }),
  );
}

async function setSwitch(
  request: ClientAreaForm,
  name: string,
  which: Switch,
  update: (call: WriteCall<true>, domain: string, isOn: boolean) => Promise<QuoteResult<unknown>>,
) {
  const sent = request.form.get(SWITCHES[which]);
  if (sent !== ON && sent !== OFF) return stopAt(request, "unreadableForm");
  return changeSetting(request, name, {
    saved: SWITCHES[which],
    update: (call, domain) => update(call, domain, sent === ON),
    sentForm: (problem) => ({ [which]: [{ field: null, text: errorText(request, problem) }] }),
  });
}

interface SettingFormChange {
  /** What the address says was saved. */
  saved: string;
  update: (call: WriteCall<true>, domain: string) => Promise<QuoteResult<unknown>>;
  /** The form as it was sent, with what is wrong in it. */
  sentForm: (problem: WriteRefused) => SentForm;
}

async function changeSetting(
  request: ClientAreaForm,
  name: string,
  { saved, update, sentForm }: SettingFormChange,
): Promise<Response> {
  const parsed = parseDomainName(name);
  if ("refused" in parsed) return notFound(request);
  const done = await update(writeCall(request, ["domains", "managedomains"]), parsed.ascii);
  if (done.ok) return seeOther(areaLink(request.visit, `${PATHS.domains}/${parsed.ascii}`, { [SAVED]: saved }));
  const { problem } = done;
  if (!isRefusal(problem)) return failed(request, { ok: false, problem });
  return showDomain(request, name, sentForm(problem), statusOf(problem));
}

function errorText({ visit }: ClientAreaForm, problem: WriteRefused): string {
  return "reason" in problem ? typeset(problem.reason, visit.language) : domainTexts[visit.language].nameservers.later;
}

function nameserverErrors(
  { visit }: ClientAreaForm,
  { refused }: Extract<WriteRefused, { code: "invalid_body" }>,
  nameservers: string[],
): string[] {
  const texts = domainTexts[visit.language].nameservers;
  return refused.map(({ pointer, message }) => {
    const position = /^\/nameservers\/(\d+)$/.exec(pointer)?.[1];
    const mistake = typeset(message, visit.language);
    return position === undefined
      ? texts.list(mistake)
      : texts.line(Number(position) + 1, nameservers[Number(position)] ?? "", mistake);
  });
}
