import { SHARED_SYSTEM } from "./reading/journey-system.ts";
import { officialMcpClients } from "./reading/official-mcp-clients.ts";

officialMcpClients(SHARED_SYSTEM);
