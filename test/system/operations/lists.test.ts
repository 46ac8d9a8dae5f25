import { SHARED_SYSTEM } from "../journeys/reading/journey-system.ts";
import { ENGINE_LISTS, listedItems } from "../journeys/reading/listed-items.ts";

listedItems(SHARED_SYSTEM, ENGINE_LISTS);
