import type { Engine } from '../duckdb/engine.ts'
import type { FileStore } from './stores/file-store.ts'

/** Where a workspace's files are, and the tools to create them. */
export type ParquetPlace = {
  orgId: string
  store: FileStore
  scratch: string
  /** Opened when first needed: most syncs have nothing to write. */
  getEngine: () => Promise<Engine>
}
