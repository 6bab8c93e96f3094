import type { Pool } from 'pg'
import type { Database, DatabaseTransaction, SecretBox } from '../index.ts'

/** The ids of what one workspace holds. */
export type WorkspaceIds = {
  sourceId: string
  keyId: string
  deliveryId: string
  requestId: string
  channelId: string
  ruleId: string
  silenceId: string
  warehouseId: string
  analysisId: string
  collectionId: string
  jobId: string
  personId: string
  invitationId: string
}

/** A store with two workspaces that hold records of the same ids. */
export type SharedStore = {
  database: Database
  pool: Pool
  secretBox: SecretBox
  idsOf: (orgId: string) => WorkspaceIds
  inTransaction: <T>(work: (transaction: DatabaseTransaction) => Promise<T>) => Promise<T>
}

/** What keeps workspaces apart in each function that a door exports. */
export type DoorCases = {
  door: object
  /** Asks each query of a workspace for `ours`, and where it takes ids also for those of `theirs`. */
  queriesOf: (store: SharedStore) => Record<string, (ids: WorkspaceIds) => Promise<unknown>>
  /** Functions that no workspace asks, each with what keeps workspaces apart. */
  others: Record<string, string>
}
