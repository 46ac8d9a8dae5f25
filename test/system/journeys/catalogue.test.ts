import { catalogue } from "./reading/catalogue.ts";
import { SHARED_SYSTEM } from "./reading/journey-system.ts";

catalogue(SHARED_SYSTEM);
