import type { Database, DatabasePool, SecretBox } from '@signalpost/database'
import { createSource, type Source } from '@signalpost/database/access'
import { type DeliveryStatus, settleDeliveries, storeDeliveries } from '@signalpost/database/ledger'
import { createChannel } from '@signalpost/database/rules'
import { createWarehouse } from '@signalpost/database/warehouses'

/** An empty workspace. */
export type Ground = { database: Database; pool: DatabasePool; secretBox: SecretBox; orgId: string }

export type PlantedFault = {
  fault: string
  /** The finding that must name it. */
  kind: string
  /** What the summary must contain: whose fault it is, and of what size. */
  summary: RegExp
  link: RegExp
  /** Puts there what makes the fault possible and is no fault. */
  prepare?: (ground: Ground) => Promise<unknown>
  plant: (ground: Ground) => Promise<unknown>
  end: (ground: Ground) => Promise<unknown>
}

/** The source, channel and warehouse of the workspace have these names, so that a summary shows whom it means. */
export async function addSource({ database, secretBox, orgId }: Ground): Promise<Source> {
  return createSource(database, secretBox, {
    ...{ orgId, name: 'CRM', scheme: 'service-v1', settings: {}, toleranceSeconds: 300, ratePerMinute: null },
    secret: 'whsec_test',
  })
}

export async function addChannel({ database, secretBox, orgId }: Ground): Promise<string> {
  const channel = { orgId, kind: 'slack', name: 'Sales', settings: {}, secrets: {} }
  return (await createChannel(database, secretBox, channel)).channelId
}

export async function addWarehouse({ database, secretBox, orgId }: Ground): Promise<string> {
  const { warehouseId } = await createWarehouse(database, secretBox, {
    ...{
      orgId,
      kind: 'duckdb',
      name: 'Lake',
      settings: {},
      location: orgId,
      secrets: {},
      intervalMs: 20_000,
    },
    excludesPersonal: false,
    hasBounds: false,
  })
  return warehouseId
}

/** Stores deliveries that were received just now. */
export async function storeReceived(
  { pool, orgId }: Ground,
  { count, sourceId = 'src_1' }: { count: number; sourceId?: string },
): Promise<string[]> {
  const nowMs = Date.now()
  const events = Array.from({ length: count }, (_, index) => ({ eventId: `evt_${index}`, type: 'ping' }))
  const request = {
    ...{ orgId, sourceId, receivedAtMs: nowMs, traceId: 'trace', signatureHeaders: {} },
    ...{ body: Buffer.from('{}'), events },
  }
  const { deliveryIds } = await storeDeliveries(pool, [request], { nowMs, dueAfterMs: 0 })
  return deliveryIds.flat()
}

export async function settleAs(
  { database }: Ground,
  ids: readonly string[],
  status: Exclude<DeliveryStatus, 'queued'>,
): Promise<void> {
  const settlements = ids.map((deliveryId) => ({ deliveryId, status }))
  await database
    .transaction()
    .execute((transaction) => settleDeliveries(transaction, settlements, Date.now()))
}

/** Runs one statement, in which `$1` is the workspace. */
export function run(statement: string): (ground: Ground) => Promise<unknown> {
  return ({ pool, orgId }) => pool.query(statement, statement.includes('$1') ? [orgId] : [])
}
