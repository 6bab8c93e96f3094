import type { Pool } from 'pg'
import type { Database, DatabaseTransaction, SecretBox } from '../index.ts'

/** The ids of one workspace's rows. */
export type WorkspaceIds = {
  sourceId: string
  keyId: string
  deliveryId: string
  requestId: string
  channelId: string
  ruleId: string
  silenceId: string
  viewId: string
  escalationId: string
  warehouseId: string
  connectionId: string
  analysisId: string
  collectionId: string
  jobId: string
  personId: string
  invitationId: string
  assistantId: string
}

/** A store with two workspaces that hold records with the same ids. */
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
  /** Calls each query of a workspace for `ours`, and those that take ids also with the ids of `theirs`. */
  queriesOf: (store: SharedStore) => Record<string, (ids: WorkspaceIds) => Promise<unknown>>
  /** Functions without a workspace, each with what keeps workspaces apart. */
  others: Record<string, string>
}
