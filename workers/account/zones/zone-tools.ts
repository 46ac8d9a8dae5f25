/** What a provider sets about DNS zones as tools. */
export interface ZoneToolsSetting {
  ZONE_TOOLS: string;
}

/**
 * Whether DNS zones are tools of the account's MCP server too.
 * @throws Error naming the setting where it is neither `true` nor empty
 */
export function hasZoneTools({ ZONE_TOOLS }: ZoneToolsSetting): boolean {
  if (ZONE_TOOLS !== "true" && ZONE_TOOLS !== "")
    throw new Error(`ZONE_TOOLS is neither true nor empty: ${ZONE_TOOLS}`);
  return ZONE_TOOLS === "true";
}
