/** Loaded only in processes that have such a warehouse. */
export { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'
