import { randomUUID } from 'node:crypto'
import { createSecretBox, type Database } from '@signalpost/database'
import { createSource, createWorkspace } from '@signalpost/database/access'
import { writeEvents } from '@signalpost/database/records'
import {
  createSchedule,
  type Find,
  type ListenerLease,
  type ListenerReference,
  leaseListener,
  listSchedules,
  type ScheduleSettings,
} from '@signalpost/database/searching'
import { dayMs, type Listener, minuteMs } from '@signalpost/domain'
import { generateSecret } from '@signalpost/signatures'

export const secretBox = createSecretBox(Buffer.alloc(32, 7))

type Searches = Pick<Listener, 'queries'> &
  Pick<ScheduleSettings, 'boards'> & { backfillMs?: number; schedule?: Listener['schedule'] }

/** Creates a workspace with a source and a listener for a CRM of its own, which is due at once. */
export async function makeDueListener(database: Database, searches: Searches): Promise<ListenerReference> {
  const orgId = `org_${randomUUID().replaceAll('-', '')}`
  const plan = { name: 'Acme', plan: 'demo', accountIntelligence: false, analysisAllowance: 0 }
  await createWorkspace(database, { orgId, ...plan })
  const limits = { toleranceSeconds: 300, ratePerMinute: null }
  const { sourceId } = await createSource(database, secretBox, {
    ...{ orgId, name: 'Searcher', scheme: 'service-v1', settings: {}, secret: generateSecret(), ...limits },
  })
  const listener = { orgId, listenerId: 'lsn_1' }
  await createListener(database, { ...listener, sourceId, ...searches })
  return listener
}

/** Creates another listener for a CRM in a workspace that has one. */
export async function makeListenerOf(
  database: Database,
  { orgId, listenerId, ...searches }: ListenerReference & Searches,
): Promise<void> {
  const [first] = await listSchedules(database, orgId)
  if (first === undefined) throw new Error('The workspace has no listener.')
  await createListener(database, { orgId, listenerId, sourceId: first.sourceId, ...searches })
}

async function createListener(
  database: Database,
  {
    orgId,
    listenerId,
    sourceId,
    queries,
    boards,
    backfillMs = 7 * dayMs,
    schedule = { everyMinutes: 30, timezone: 'UTC' },
  }: ListenerReference & Searches & { sourceId: string },
): Promise<void> {
  const settings = { boards, backfillMs }
  const document = {
    ...{ id: listenerId, name: 'CRM', mode: 'market', objective: 'find_customers' },
    ...{ keywords: ['crm'], exclusions: ['giveaway'], queries, sensitivity: 'balanced' },
    ...{ schedule, profile: { targetRoles: [] } },
  }
  const event = {
    ...{ orgId, idPrefix: 'svc_' as const, type: 'listener.created' as const },
    dataAt: () => ({ listener: document }),
  }
  await database.transaction().execute(async (transaction) => {
    await createSchedule(transaction, { orgId, listenerId, sourceId, settings })
    await writeEvents(transaction, [event], { nowMs: Date.now() })
  })
}

/** Makes a listener without searches, and leases it. */
export async function makeListener(database: Database): Promise<ListenerLease> {
  const listener = await makeDueListener(database, { queries: [], boards: [] })
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
    retention: null,
  }
}
