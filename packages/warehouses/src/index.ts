import { bigquery } from './bigquery.ts'
import { clickhouse } from './clickhouse.ts'
import { duckdb } from './duckdb.ts'
import { parquet } from './parquet.ts'
import { postgres } from './postgres.ts'
import { snowflake } from './snowflake.ts'
import type { WarehouseKind } from './target.ts'

export { librariesOf } from './load-optional.ts'
export type {
  Batch,
  Bucket,
  ColumnFault,
  Cursor,
  Fault,
  StoredHash,
  Target,
  WarehouseKind,
} from './target.ts'
export { syncColumns } from './target.ts'

/** Every kind of warehouse. */
export const warehouseKinds: readonly WarehouseKind[] = [
  postgres,
  parquet,
  duckdb,
  clickhouse,
  snowflake,
  bigquery,
]
