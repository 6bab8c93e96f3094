import { defaultCell, idPrefixIn, RejectedError } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { BudgetOverride } from '../../column-types.ts'
import type { Database, DatabaseTransaction } from '../../database.ts'
import { createId } from '../../ids.ts'
import type { SecretBox } from '../../secret-box.ts'
import type { Row } from '../../tables.ts'

/** How a workspace asks a platform, without its secrets. */
export type Connection = {
  connectionId: string
  orgId: string
  platform: string
  /** Replaces scheme, host and port of the platform's addresses; a path comes before theirs. */
  baseUrl: string | null
  budget: BudgetOverride | null
  createdAt: Date
}

export type ConnectionSecrets = Record<string, string>

/** Identifies one connection; with `orgId`, only within that workspace. */
export type ConnectionReference = { connectionId: string; orgId?: string | undefined }

export type NewConnection = Pick<Connection, 'orgId' | 'platform' | 'baseUrl' | 'budget'> & {
  secrets: ConnectionSecrets
  /** Named in the id. */
  cell?: string | undefined
}

/** Throws RejectedError `conflict` if the workspace has a connection to the platform. */
export async function createConnection(
  database: Database | DatabaseTransaction,
  secretBox: SecretBox,
  { orgId, platform, baseUrl, budget, secrets, cell }: NewConnection,
): Promise<Connection> {
  const connectionId = createId(idPrefixIn(cell ?? defaultCell, 'con_'))
  const ciphertext = secretBox.seal(JSON.stringify(secrets), connectionContextOf(connectionId))
  const { rows } = await sql<Connection>`
    insert into connections (connection_id, org_id, platform, base_url, ciphertext, budget)
    values (${connectionId}, ${orgId}, ${platform}, ${baseUrl}, ${ciphertext},
            ${budget && JSON.stringify(budget)}::jsonb)
    on conflict on constraint connections_platform do nothing returning ${columns}`.execute(database)
  const [created] = rows
  if (created === undefined) {
    throw new RejectedError(
      'conflict',
      'The workspace has a connection to this platform; delete that one first.',
    )
  }
  return created
}

/** Returns the connections of one workspace, the oldest first. */
export async function listConnections(database: Database, orgId: string): Promise<Connection[]> {
  return readConnections(database, sql`org_id = ${orgId}`)
}

/** Throws RejectedError `not_found`. */
export async function getConnection(
  database: Database | DatabaseTransaction,
  connection: ConnectionReference,
): Promise<Connection> {
  const [found] = await readConnections(database, isConnection(connection))
  if (found === undefined) throw missingConnection()
  return found
}

/**
 * Returns how a workspace asks a platform; undefined without a connection. `secrets` is undefined if another master key
 * sealed them.
 */
export async function openConnection(
  database: Database,
  secretBox: SecretBox,
  { orgId, platform }: { orgId: string; platform: string },
): Promise<(Connection & { secrets: ConnectionSecrets | undefined }) | undefined> {
  const { rows } = await sql<Connection & { ciphertext: Buffer }>`
    select ${columns}, ciphertext from connections
    where org_id = ${orgId} and platform = ${platform}`.execute(database)
  const [found] = rows
  if (found === undefined) return undefined
  const { ciphertext, ...connection } = found
  return { ...connection, secrets: unseal(secretBox, { connectionId: connection.connectionId, ciphertext }) }
}

/** Null gives a connection the platform's own budget again. Throws RejectedError `not_found`. */
export async function setConnectionBudget(
  database: Database | DatabaseTransaction,
  { budget, ...connection }: ConnectionReference & { budget: BudgetOverride | null },
): Promise<Connection> {
  await sql`
    update connections set budget = ${budget && JSON.stringify(budget)}::jsonb
    where ${isConnection(connection)}`.execute(database)
  return getConnection(database, connection)
}

/** Also forgets what was spent and fetched through it. Throws RejectedError `not_found`. */
export async function deleteConnection(
  database: Database | DatabaseTransaction,
  connection: ConnectionReference,
): Promise<void> {
  const { rows } = await sql<Row<'connections', 'connection_id'>>`
    with deleted as (delete from connections where ${isConnection(connection)} returning connection_id),
      forgotten as (delete from platform_budgets where budget_id in (select connection_id from deleted))
    select connection_id from deleted`.execute(database)
  if (rows.length === 0) throw missingConnection()
}

/** Returns the context that binds sealed secrets to their connection. */
export function connectionContextOf(connectionId: string): string {
  return `connection:${connectionId}`
}

const columns = sql`
  connection_id as "connectionId", org_id as "orgId", platform, base_url as "baseUrl", budget,
  created_at as "createdAt"`

async function readConnections(
  database: Database | DatabaseTransaction,
  condition: RawBuilder<unknown>,
): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    select ${columns} from connections where ${condition} order by connection_id`.execute(database)
  return rows
}

function isConnection({ connectionId, orgId }: ConnectionReference): RawBuilder<unknown> {
  return orgId === undefined
    ? sql`connection_id = ${connectionId}`
    : sql`connection_id = ${connectionId} and org_id = ${orgId}`
}

function unseal(
  secretBox: SecretBox,
  { connectionId, ciphertext }: { connectionId: string; ciphertext: Buffer },
): ConnectionSecrets | undefined {
  try {
    // The cast: GCM only opens what `createConnection` sealed.
    return JSON.parse(secretBox.open(ciphertext, connectionContextOf(connectionId))) as ConnectionSecrets
  } catch {
    // GCM gives no reason.
    return undefined
  }
}

function missingConnection(): RejectedError {
  return new RejectedError('not_found', 'There is no such connection.')
}
