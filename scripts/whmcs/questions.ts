import type { ListAction, ReadAction } from "../../workers/billing-whmcs/answers/action.ts";
import type { Parameters } from "../../workers/billing-whmcs/bridge/ask-batch.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import { type Finding, stop, warn } from "../findings.ts";
import type { Asked, AskedRows, Installation, Subject } from "./installation.ts";

/** Runs the calls of a check and collects its findings. */
export class Questions {
  readonly texts: WhmcsSettingTexts;
  readonly whmcs: Installation;
  readonly findings: Finding[] = [];

  constructor(texts: WhmcsSettingTexts, whmcs: Installation) {
    this.texts = texts;
    this.whmcs = whmcs;
  }

  say(...findings: Finding[]): void {
    this.findings.push(...findings);
  }

  /** Calls an action. Adds a finding and returns `null` if the check cannot use the result. */
  async read<Body>(action: ReadAction<Body>, parameters: Parameters, subject?: Subject): Promise<Body | null> {
    return this.judged(action.name, await this.whmcs.read(action, parameters, subject));
  }

  async rows<Row extends { id: number }>(
    action: ListAction<Row>,
    parameters: Parameters,
    subject?: Subject,
  ): Promise<AskedRows<Row> | null> {
    const page = this.judged(action.name, await this.whmcs.rows(action, parameters, subject));
    if (page && page.unread > 0) {
      const rows = `${page.unread} of ${page.unread + page.rows.length} rows`;
      this.say(warn(`${action.name}: ${rows} cannot be read and would be omitted (${page.members.join(", ")}).`));
    }
    return page;
  }

  judged<Body>(name: string, asked: Asked<Body>): Body | null {
    switch (asked.kind) {
      case "ok":
        return asked.body;
      case "said_no":
        this.say(warn(`${name} returned “${asked.text}”, so the format of its data could not be checked.`));
        return null;
      case "unread":
        this.say(
          stop(`The response of ${name} has an unknown format (${asked.members.join(", ")}). Please report it.`),
        );
        return null;
      case "refused":
      case "no_answer":
        this.say(stop(`${name}: no answer (${asked.text}).`));
        return null;
    }
  }
}
