import { DISCOVERY_RELATIONS } from "../discovery/discovery-links.ts";

/** Links in a page's head to what describes the service to programs: some look there and not at headers. */
export function DiscoveryHead() {
  return (
    <>
      {DISCOVERY_RELATIONS.map(({ rel, href, type }) => (
        <link rel={rel} href={href} type={type} />
      ))}
    </>
  );
}
