import { setTimeout as sleep } from 'node:timers/promises'
import {
  createDatabase,
  createId,
  type Database,
  type DatabaseTransaction,
  isStoreFault,
} from '@signalpost/database'
import { insertDispatches } from '@signalpost/database/dispatches'
import { settleDeliveries } from '@signalpost/database/ledger'
import {
  createCollection,
  createNote,
  deleteCollection,
  mergeContributions,
  saveSignal,
} from '@signalpost/database/records'
import { type Envelope, readEnvelopes, readEvent } from '@signalpost/domain'
import fc from 'fast-check'
import { sql } from 'kysely'
import { sentEvents } from './random-events.ts'

export type WriterOptions = {
  url: string
  orgId: string
  writers?: number
  /** The number of distinct signals, deals and listeners. */
  records?: number
  /** The longest time for which a transaction stays open. */
  holdMs?: number
}

export type RandomWriters = {
  /** Stops after the open transactions. Returns how many were committed and how many were not. */
  stop: () => Promise<{ committed: number; rolledBack: number }>
}

const author = { sourceId: 'src_writers', createdBy: 'usr_writers' }
const rolledBackShare = 0.1

class ChangedMind extends Error {}

/**
 * Changes a workspace's rows over several connections at once until stopped: events of all kinds, notes, and plain
 * statements. Transactions stay open for random times and end in any order. Some are rolled back, as are those that
 * meet a fault of the store.
 */
export function startRandomWriters({
  url,
  orgId,
  writers = 6,
  records = 200,
  holdMs = 40,
}: WriterOptions): RandomWriters {
  const { database } = createDatabase({
    url,
    applicationName: 'random writers',
    maxConnections: writers,
    onConnectionError: () => undefined,
  })
  const events = fc.sample(sentEvents({ orgId, maxLength: 40 }), 20).flat()
  const ended = { committed: 0, rolledBack: 0 }
  let isStopped = false
  let made = 0
  const nextEvent = (): Envelope => {
    made += 1
    const event = events[below(events.length)]?.event
    const spread = JSON.stringify(event).replaceAll(
      /"(sig|deal|lsn)_\d"/g,
      (_id, kind) => `"${kind}_${below(records)}"`,
    )
    const occurredAt = new Date(Date.now() + made).toISOString()
    return { ...JSON.parse(spread), id: `evt_${made}`, occurredAt }
  }
  const write = async (): Promise<void> => {
    while (!isStopped) {
      const isKept = await commitOrNot(database, async (transaction) => {
        await change(transaction, { orgId, event: nextEvent(), noteOn: `sig_${below(records)}` })
        await sleep(below(holdMs))
      })
      ended[isKept ? 'committed' : 'rolledBack'] += 1
    }
  }
  const written = Promise.all(Array.from({ length: writers }, write))
  return {
    stop: async () => {
      isStopped = true
      try {
        await written
      } finally {
        await database.destroy()
      }
      return ended
    },
  }
}

async function commitOrNot(
  database: Database,
  work: (transaction: DatabaseTransaction) => Promise<void>,
): Promise<boolean> {
  try {
    await database.transaction().execute(async (transaction) => {
      await work(transaction)
      if (Math.random() < rolledBackShare) throw new ChangedMind()
    })
    return true
  } catch (error) {
    if (error instanceof ChangedMind || isStoreFault(error)) return false
    throw error
  }
}

async function change(
  transaction: DatabaseTransaction,
  { orgId, event, noteOn }: { orgId: string; event: Envelope; noteOn: string },
): Promise<void> {
  const nowMs = Date.now()
  const chance = Math.random()
  if (chance < 0.7) await merge(transaction, orgId, event)
  else if (chance < 0.8) {
    const target = { type: 'signal' as const, id: noteOn }
    await createNote(transaction, { orgId, target, body: event.id, createdBy: author.createdBy, nowMs })
  } else if (chance < 0.85) await keepList(transaction, { orgId, name: event.id, signalId: noteOn, nowMs })
  else if (chance < 0.88) await decide(transaction, { orgId, ruleId: event.id, signalId: noteOn, nowMs })
  else if (chance < 0.92) await keepPerson(transaction, { orgId, name: event.id })
  else if (chance < 0.95) await receive(transaction, { orgId, event, nowMs })
  else await updateSome(transaction, orgId)
}

type Kept = { orgId: string; name: string; signalId: string; nowMs: number }

/** Makes a list of a signal, and removes every third with what is in it. */
async function keepList(
  transaction: DatabaseTransaction,
  { orgId, name, signalId, nowMs }: Kept,
): Promise<void> {
  const { id: collectionId } = await createCollection(transaction, { orgId, name, description: null, nowMs })
  await saveSignal(transaction, { orgId, collectionId, signalId, nowMs })
  if (below(3) > 0) return
  const { rows } = await sql<{ collectionId: string }>`
    select collection_id as "collectionId" from collections where org_id = ${orgId}
    order by random() limit 1 for update skip locked`.execute(transaction)
  for (const one of rows) await deleteCollection(transaction, { orgId, ...one })
}

type Decided = { orgId: string; ruleId: string; signalId: string; nowMs: number }

/** Decides on an alert of a rule and on one of an escalation, and tries to send that of the rule. */
async function decide(
  transaction: DatabaseTransaction,
  { orgId, ruleId, signalId, nowMs }: Decided,
): Promise<void> {
  const alert = { channelId: 'chn_writers', signalId, status: 'pending' as const, isInstant: true }
  const step = { escalationId: `esc_${ruleId}`, round: 1, step: 1 }
  const dispatches = [
    { ...alert, ruleId },
    { ...alert, ruleId: `${ruleId}.1.1`, step },
  ]
  await insertDispatches(transaction, orgId, { dispatches, nowMs })
  await sql`
    with message as (
      insert into messages (message_id, org_id, channel_id, kind, rule_id, signal_id, recipient, created_at, due_at)
      values (${`msg_${orgId}_${ruleId}`}, ${orgId}, 'chn_writers', 'instant', ${ruleId}, ${signalId}, 'ann', now(), now())
      returning message_id
    )
    insert into attempts (message_id, number, at)
    select message_id, number, now() from message, generate_series(1, 2) as number`.execute(transaction)
  await sql`
    update attempts set outcome = 'sent', duration_ms = 5
    where message_id = ${`msg_${orgId}_${ruleId}`} and number = 2`.execute(transaction)
}

/** Lets a person join where there is a workspace, renames another, and lets every third time one leave. */
async function keepPerson(
  transaction: DatabaseTransaction,
  { orgId, name }: { orgId: string; name: string },
): Promise<void> {
  const personId = `usr_${orgId}_${name}`
  await sql`insert into people (person_id, name, created_at) values (${personId}, ${name}, now())`.execute(
    transaction,
  )
  await sql`
    insert into memberships (org_id, person_id, role, created_at)
    select org_id, ${personId}, 'member', now() from workspaces where org_id = ${orgId}`.execute(transaction)
  const other = sql`
    select person_id from memberships where org_id = ${orgId} and person_id <> ${personId}
    order by random() limit 1 for update skip locked`
  await sql`update people set name = name || '.' where person_id in (${other})`.execute(transaction)
  if (below(3) > 0) return
  await sql`delete from memberships where org_id = ${orgId} and person_id in (${other})`.execute(transaction)
}

/** Receives an event and settles it; every third time settles another one again. */
async function receive(
  transaction: DatabaseTransaction,
  { orgId, event, nowMs }: { orgId: string; event: Envelope; nowMs: number },
): Promise<void> {
  const deliveryId = createId('dlv_')
  await sql`
    insert into requests (request_id, source_id, received_at, trace_id, signature_headers, body, sha256)
    values (${deliveryId}, ${author.sourceId}, now(), 't', '{}', ${Buffer.from(JSON.stringify(event))}, '')`.execute(
    transaction,
  )
  await sql`
    insert into deliveries
      (delivery_id, request_id, index, batch_id, org_id, source_id, event_id, type, received_at, due_at)
    values (${deliveryId}, ${deliveryId}, 0, 'bat_writers', ${orgId}, ${author.sourceId}, ${event.id}, ${event.type},
      now(), 'infinity')`.execute(transaction)
  await settleDeliveries(transaction, [{ deliveryId, status: 'applied' }], nowMs)
  if (below(3) > 0) return
  const { rows } = await sql<{ id: string }>`
    select delivery_id as id from deliveries where org_id = ${orgId} and status <> 'queued'
    order by random() limit 1 for update skip locked`.execute(transaction)
  for (const { id } of rows) await settleDeliveries(transaction, [{ deliveryId: id, status: 'dead' }], nowMs)
}

async function merge(transaction: DatabaseTransaction, orgId: string, event: Envelope): Promise<void> {
  const read = readEnvelopes(event)
  const [envelope] = read.ok ? read.envelopes : []
  const nowMs = Date.parse(event.occurredAt)
  const verdict = envelope && readEvent(envelope, { orgId, sourceId: author.sourceId, receivedAtMs: nowMs })
  if (verdict?.verdict !== 'valid') return
  const contributions = verdict.contributions.map((contribution) => ({ ...contribution, orgId }))
  await mergeContributions(transaction, contributions, { nowMs })
}

/** Changes rows of each table with plain statements; some keep their values. */
async function updateSome(transaction: DatabaseTransaction, orgId: string): Promise<void> {
  const assignments = {
    notes: sql`body = case when random() < 0.5 then body else body || '.' end`,
    accounts: sql`is_listed = random() < 0.5`,
    deals: sql`stage = case when stage = 'won' then null else 'won' end`,
    listeners: sql`created_at = now()`,
    listener_counts: sql`signal_count = signal_count + 1`,
    signals: sql`urgency = case when random() < 0.5 then urgency else 'low' end`,
    signal_registers: sql`verdict = 'good'`,
    dispatches: sql`status = case when status = 'sent' then 'failed' else 'sent' end`,
    collections: sql`description = case when random() < 0.5 then description else 'Other' end`,
  }
  for (const [table, assignment] of Object.entries(assignments)) {
    await sql`
      update ${sql.table(table)} set ${assignment} where ctid = any(array(
        select ctid from ${sql.table(table)} where org_id = ${orgId}
        order by random() limit 3 for update skip locked
      ))`.execute(transaction)
  }
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit)
}
