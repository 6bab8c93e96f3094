import { createHash, randomBytes } from 'node:crypto'
import { exampleSignal, readEvent, recordIdOf, type Signal } from '@signalpost/domain'
import type { Pool } from 'pg'
import { createSource, createWorkspace } from '../../access/index.ts'
import { createSecretBox, type Database } from '../../index.ts'
import {
  claimBatch,
  claimIdentities,
  identityKey,
  type Settlement,
  settleDeliveries,
  storeDeliveries,
} from '../../ledger/index.ts'
import { mergeContributions } from '../../records/index.ts'
import { findTimeline } from '../find-timeline.ts'

export type RigEvent = { id: string; type: string; occurredAt: string; data: Record<string, unknown> }
export type TimelineRig = Awaited<ReturnType<typeof openTimelineRig>>

export const secretBox = createSecretBox(randomBytes(32))

/** A workspace whose deliveries are settled as the worker does it, and the timelines of its signals. */
export async function openTimelineRig({ database, pool }: { database: Database; pool: Pool }) {
  const orgId = `org_${randomBytes(6).toString('hex')}`
  const about = { name: 'Test', plan: 'standard', accountIntelligence: true, analysisAllowance: 100 }
  await createWorkspace(database, { orgId, ...about })
  const { sourceId } = await createSource(database, secretBox, {
    ...{ orgId, name: 'CRM', scheme: 'service-v1', settings: {}, toleranceSeconds: 300 },
    ...{ ratePerMinute: null, secret: 'whsec_secret' },
  })
  /** Stores each event in a request of its own and settles it. Returns the deliveries. */
  const deliver = async (events: RigEvent[], { nowMs = Date.now() } = {}): Promise<string[]> => {
    const requests = events.map((event) => ({
      ...{ orgId, sourceId, receivedAtMs: nowMs, traceId: 'trace', signatureHeaders: {}, secretId: '7' },
      body: Buffer.from(JSON.stringify({ ...event, orgId })),
      events: [{ eventId: event.id, type: event.type }],
    }))
    const { batchId, deliveryIds } = await storeDeliveries(pool, requests, { nowMs, dueAfterMs: 0 })
    await settle(database, { orgId, batchId, events, nowMs })
    return deliveryIds.flat()
  }
  return {
    ...{ database, pool, orgId, sourceId, deliver },
    signal: (members: Partial<Signal> = {}): Signal => ({ ...exampleSignal, id: 'sig_1', orgId, ...members }),
    timeline: (signalId = 'sig_1', { ledgerDays = 30, nowMs = Date.now(), of = orgId } = {}) =>
      findTimeline(database, { orgId: of, signalId, ledgerDays, nowMs }),
  }
}

async function settle(
  database: Database,
  { orgId, batchId, events, nowMs }: { orgId: string; batchId: string; events: RigEvent[]; nowMs: number },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const claimed = await claimBatch(transaction, batchId)
    const identities = claimed.map((delivery, index) => ({
      ...delivery,
      contentSha256: createHash('sha256').update(JSON.stringify(events[index])).digest(),
    }))
    const owners = await claimIdentities(transaction, identities, nowMs)
    const contributions = []
    const settlements: Settlement[] = []
    for (const [index, delivery] of identities.entries()) {
      const { deliveryId, sourceId } = delivery
      const event = { orgId, ...(events[index] as RigEvent) }
      const reading = readEvent(event, { orgId, sourceId, receivedAtMs: nowMs })
      const owner = owners.get(identityKey(delivery))
      const isFirst = owner?.deliveryId === deliveryId
      if (reading.verdict === 'valid' && isFirst) {
        contributions.push(...reading.contributions.map((one) => ({ ...one, orgId })))
      }
      const repeated = owner?.contentSha256.equals(delivery.contentSha256) ? 'duplicate' : 'conflict'
      const outcome = reading.verdict === 'invalid' ? 'dead' : isFirst ? 'applied' : repeated
      const status = reading.verdict === 'ignored' ? 'ignored' : outcome
      settlements.push({ deliveryId, status, recordId: recordIdOf(event) })
    }
    await mergeContributions(transaction, contributions, { nowMs })
    await settleDeliveries(transaction, settlements, nowMs)
  })
}
