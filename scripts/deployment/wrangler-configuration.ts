/** The fields of a wrangler configuration that the scripts read or change. */
export interface Configuration {
  name: string;
  main: string;
  services?: { binding: string; service: string; props?: Record<string, string> }[];
  routes?: { pattern: string; custom_domain: true }[];
  workers_dev?: boolean;
  triggers?: { crons: string[] };
  d1_databases?: StoreBinding[];
  kv_namespaces?: StoreBinding[];
  vars?: Record<string, string>;
  secrets?: { required?: string[] };
  observability?: {
    enabled: boolean;
    redact_query_string?: boolean;
    logs?: { invocation_logs?: boolean; destinations?: string[] };
    traces?: { enabled?: boolean; head_sampling_rate?: number; destinations?: string[] };
  };
  analytics_engine_datasets?: { binding: string; dataset: string }[];
  version_metadata?: { binding: string };
  vpc_services?: { binding: string; service_id: string }[];
}

interface StoreBinding {
  binding: string;
  migrations_dir?: string;
  /** The name of the database; absent for a namespace. */
  database_name?: string;
  database_id?: string;
  /** The id of the namespace; absent for a database. */
  id?: string;
}
