/** A wrangler configuration, as far as it is changed here. */
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
  /** What is kept of calls. */
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
  /** Of a database. */
  database_name?: string;
  database_id?: string;
  /** Of a namespace. */
  id?: string;
}
