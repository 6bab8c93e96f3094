import type { Database, DatabasePool } from '@signalpost/database'
import type { Cursors } from '@signalpost/rest'
import type { AnalyseWebsite } from '@signalpost/website-analysis'
import type { Turns } from './http/create-turns.ts'
import type { WriteOnce } from './idempotency/write-once.ts'

/** What routes may use; each names its share. */
export type Services = {
  database: Database
  /** The connections of `database`, for what goes without its query builder. */
  pool: DatabasePool
  /** Connections for what takes longer than an answer may. */
  exportPool: DatabasePool
  /** Of the workspaces that have an export under way. */
  exportTurns: Turns
  cursors: Cursors
  writeOnce: WriteOnce
  analyseWebsite: AnalyseWebsite
  nowMs: () => number
}
