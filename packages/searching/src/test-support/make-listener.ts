import { randomUUID } from 'node:crypto'
import { createSecretBox, type Database } from '@signalpost/database'
import { createSource, createWorkspace } from '@signalpost/database/access'
import { createSchedule, type Find, type ListenerLease, leaseListener } from '@signalpost/database/searching'
import { dayMs, minuteMs } from '@signalpost/domain'
import { generateSecret } from '@signalpost/signatures'

export const secretBox = createSecretBox(Buffer.alloc(32, 7))

/** Creates a workspace with a source and a listener of its own, and leases the listener. */
export async function makeListener(database: Database): Promise<ListenerLease> {
  const orgId = `org_${randomUUID().replaceAll('-', '')}`
  const plan = { name: 'Acme', plan: 'demo', accountIntelligence: false, analysisAllowance: 0 }
  await createWorkspace(database, { orgId, ...plan })
  const limits = { toleranceSeconds: 300, ratePerMinute: null }
  const { sourceId } = await createSource(database, secretBox, {
    ...{ orgId, name: 'Searcher', scheme: 'service-v1', settings: {}, secret: generateSecret(), ...limits },
  })
  const listener = { orgId, listenerId: 'lsn_1' }
  const settings = { boards: [], backfillMs: 7 * dayMs }
  await database
    .transaction()
    .execute((transaction) => createSchedule(transaction, { ...listener, sourceId, settings }))
  const lease = await leaseListener(database, { ...listener, leaseMs: minuteMs })
  if (lease === undefined) throw new Error('The listener is leased already.')
  return lease
}

/** A find that waits for its delivery. */
export function waitingFind(dedupeKey: string): Find {
  const event = { id: `evt_${dedupeKey}`, type: 'signal.created', data: { key: dedupeKey } }
  return {
    ...{ dedupeKey, platform: 'hackernews', signalId: `sig_${dedupeKey}`, titleKey: null, simhash: null },
    ...{
      firstSeenAt: new Date(),
      state: 'waiting',
      reason: null,
      score: 50,
      components: null,
      features: null,
    },
    delivery: { eventId: event.id, body: JSON.stringify(event) },
  }
}
