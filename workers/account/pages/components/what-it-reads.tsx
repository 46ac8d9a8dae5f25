import type { Permission } from "../../../../shared/billing-contract/call.ts";
import { formatList } from "../../../../shared/pages/formats.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { journeyTexts } from "./journey-texts.ts";

const KINDS = ["profile", "products", "domains", "invoices", "tickets"] as const;

interface WhatItReadsProps {
  language: Language;
  /** The login's. */
  permissions: readonly Permission[];
  /** A server with zones is connected; null while that is not known. */
  hasZones: boolean | null;
}

/** Lists what a connection may read, and what it never can. */
export function WhatItReads({ language, permissions, hasZones }: WhatItReadsProps) {
  const { reads, notRead, never } = journeyTexts[language];
  const may = (permission: Permission) => permissions.includes(permission);
  const lines = [
    may("profile") && reads.profile,
    may("products") ? (may("domains") ? reads.servicesAndDomains : reads.services) : may("domains") && reads.domains,
    hasZones !== false && may("products") && may("productsso") && reads.zones,
    may("invoices") ? (may("tickets") ? reads.invoicesAndTickets : reads.invoices) : may("tickets") && reads.tickets,
  ].filter((line) => line !== false);
  const missing = KINDS.filter((kind) => !may(kind)).map((kind) => notRead.kinds[kind]);
  return (
    <>
      <ul class="marks stack tight">
        {(lines.length > 0 ? lines : [reads.nothing]).map((line) => (
          <li>{line}</li>
        ))}
      </ul>
      {missing.length > 0 && <p class="small">{notRead.sentence(formatList(missing, language))}</p>}
      <p class="small muted">{never}</p>
    </>
  );
}

type WhatItWillReadProps = Pick<WhatItReadsProps, "language" | "hasZones">;

/** The same in a sentence, for a page before the decision, where nothing is known of the login. */
export function WhatItWillRead({ language, hasZones }: WhatItWillReadProps) {
  const { notRead, willRead, zones } = journeyTexts[language];
  const kinds = KINDS.map((kind) => notRead.kinds[kind]);
  return <p>{willRead(formatList(hasZones === false ? kinds : [...kinds, zones], language))}</p>;
}
