import type { Engine } from '../duckdb/engine.ts'
import type { FileStore } from './stores/file-store.ts'

/** Where a workspace's files are, and what they are made with. */
export type ParquetPlace = {
  orgId: string
  store: FileStore
  scratch: string
  /** Opened when it is first needed: most syncs find nothing to write. */
  getEngine: () => Promise<Engine>
}
