import type { Database, DatabasePool } from '@signalpost/database'
import type { SignalReader } from '@signalpost/database/records'
import type { Cursors, Turns, WriteOnce } from '@signalpost/rest'
import type { AnalyseWebsite } from '@signalpost/website-analysis'

/** Everything that routes may use; each names its share. */
export type Services = {
  database: Database
  readSignal: SignalReader
  /** Connections for work that takes longer than an answer may. */
  exportPool: DatabasePool
  /** One turn for each workspace with an export in progress. */
  exportTurns: Turns
  cursors: Cursors
  writeOnce: WriteOnce
  analyseWebsite: AnalyseWebsite
  /** How long the ledger keeps deliveries. */
  ledgerDays: number
  nowMs: () => number
}
