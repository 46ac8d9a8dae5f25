import { SHARED_SYSTEM } from "../../journeys/reading/journey-system.ts";
import { listCases } from "./list-cases.ts";
import { ENGINE_LISTS } from "./list-table.ts";

listCases(SHARED_SYSTEM, ENGINE_LISTS);
