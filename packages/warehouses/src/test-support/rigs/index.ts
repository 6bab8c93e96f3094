import type { RigStarter } from '../warehouse-rig.ts'
import { bigqueryRig } from './bigquery.ts'
import { clickhouseRig } from './clickhouse.ts'
import { duckdbRig } from './duckdb.ts'
import { parquetRig } from './parquet.ts'
import { parquetInBucketRig } from './parquet-in-bucket.ts'
import { postgresRig } from './postgres.ts'
import { snowflakeRig } from './snowflake.ts'

/** Something real for every kind of warehouse. */
export const rigStarters: readonly RigStarter[] = [
  postgresRig,
  parquetRig,
  parquetInBucketRig,
  duckdbRig,
  clickhouseRig,
  snowflakeRig,
  bigqueryRig,
]
