import { bigquery } from './bigquery/bigquery.ts'
import { clickhouse } from './clickhouse/clickhouse.ts'
import { duckdb } from './duckdb/duckdb.ts'
import { parquet } from './parquet/parquet.ts'
import { postgres } from './postgres/postgres.ts'
import { snowflake } from './snowflake/snowflake.ts'
import type { WarehouseKind } from './target.ts'

export { findMissingPackage, librariesOf } from './load-optional.ts'
export { type Recipe, readRecipe, readRecipes } from './read-recipes.ts'
export type {
  Batch,
  Bucket,
  ColumnFault,
  Cursor,
  Fault,
  StoredHash,
  Target,
  WarehouseBounds,
  WarehouseKind,
} from './target.ts'
export { syncColumns, tightestBounds, wrapTarget } from './target.ts'
export { UnusablePlaceError } from './unusable-place-error.ts'

/** Every kind of warehouse. */
export const warehouseKinds: readonly WarehouseKind[] = [
  postgres,
  parquet,
  duckdb,
  clickhouse,
  snowflake,
  bigquery,
]
