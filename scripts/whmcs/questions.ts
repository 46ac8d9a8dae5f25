import type { ListAction, ReadAction } from "../../workers/billing-whmcs/api/action.ts";
import type { Parameters } from "../../workers/billing-whmcs/api/form.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { WhmcsSecrets } from "../secrets-file.ts";
import { type Finding, stop, warn } from "./findings.ts";
import type { Asked, AskedRows, Installation } from "./installation.ts";

/** What a check asks an installation, with what was found so far. */
export class Questions {
  readonly texts: WhmcsSettingTexts;
  readonly whmcs: Installation;
  readonly secrets: WhmcsSecrets;
  readonly findings: Finding[] = [];
  /** Actions that the role lacks. */
  readonly notAllowed: string[] = [];
  /** The administrator whose credential it is; null before it was told. */
  adminId: number | null = null;

  constructor(texts: WhmcsSettingTexts, whmcs: Installation, secrets: WhmcsSecrets) {
    this.texts = texts;
    this.whmcs = whmcs;
    this.secrets = secrets;
  }

  say(...findings: Finding[]): void {
    this.findings.push(...findings);
  }

  /** Null where there is nothing to go on with; the finding says why. */
  async read<Body>(action: ReadAction<Body>, parameters: Parameters): Promise<Body | null> {
    return this.judged(action.name, await this.whmcs.read(action, parameters));
  }

  async rows<Row extends { id: number }>(
    action: ListAction<Row>,
    parameters: Parameters,
  ): Promise<AskedRows<Row> | null> {
    const page = this.judged(action.name, await this.whmcs.rows(action, parameters));
    if (page && page.unread > 0) {
      const rows = `${page.unread} of ${page.unread + page.rows.length} rows`;
      this.say(warn(`${action.name}: ${rows} do not read and would be left out (${page.members.join(", ")}).`));
    }
    return page;
  }

  judged<Body>(name: string, asked: Asked<Body>): Body | null {
    switch (asked.kind) {
      case "ok":
        return asked.body;
      case "not_allowed":
        if (!this.notAllowed.includes(name)) this.notAllowed.push(name);
        return null;
      case "said_no":
        this.say(warn(`${name} answered “${asked.text}”: it is allowed, and its shape was not seen.`));
        return null;
      case "unread":
        this.say(stop(`${name} answers in a shape that is not known (${asked.members.join(", ")}). Please report it.`));
        return null;
      case "not_admitted":
      case "no_answer":
        this.say(stop(`${name}: no answer (${asked.text}).`));
        return null;
    }
  }
}
