import { randomUUID } from 'node:crypto'
import type { Database } from '@signalpost/database'
import { storeDeliveries } from '@signalpost/database/ledger'
import { mergeContributions } from '@signalpost/database/records'
import { envelopeSchema, readEvent } from '@signalpost/domain'
import { startStandIn } from './start-stand-in.ts'

type Pool = Parameters<typeof storeDeliveries>[0]

/**
 * An intake with its worker in one: what it receives is in the ledger and applied before it answers. `events` has each
 * that it received, by id, and `conflicts` the ids that came with different contents. While `answerLost`, it applies and
 * answers 503.
 */
export async function startApplyingIntake(
  { database, pool }: { database: Database; pool: Pool },
  { orgId }: { orgId: string },
) {
  const events = new Map<string, string>()
  const state = {
    answerLost: false,
    isBehind: false,
    received: 0,
    conflicts: [] as string[],
    types: [] as string[],
  }
  const waiting: (() => Promise<void>)[] = []
  let isOver: Promise<unknown> = Promise.resolve()
  const apply = async (path: string, body: string): Promise<void> => {
    const sourceId = path.replace('/hooks/', '')
    const receivedAtMs = Date.now()
    const envelopes = envelopeSchema.array().parse(JSON.parse(body))
    const contributions = envelopes.flatMap((envelope) => {
      const content = JSON.stringify(envelope)
      if (events.has(envelope.id) && events.get(envelope.id) !== content) state.conflicts.push(envelope.id)
      if (!events.has(envelope.id)) state.types.push(envelope.type)
      events.set(envelope.id, content)
      const verdict = readEvent(envelope, { orgId, sourceId, receivedAtMs })
      if (verdict.verdict !== 'valid') throw new Error(JSON.stringify(verdict))
      return verdict.contributions.map((contribution) => ({ ...contribution, orgId }))
    })
    const request = {
      ...{
        sourceId,
        orgId,
        receivedAtMs,
        traceId: randomUUID(),
        signatureHeaders: {},
        body: Buffer.from(body),
      },
      events: envelopes.map(({ id, type }) => ({ eventId: id, type })),
    }
    await storeDeliveries(pool, [request], { dueAfterMs: 60_000 })
    const merge = () =>
      database
        .transaction()
        .execute((transaction) => mergeContributions(transaction, contributions, { nowMs: Date.now() }))
    if (state.isBehind) waiting.push(merge)
    else await merge()
  }
  const intake = await startStandIn(({ path, body }) => {
    state.received += 1
    isOver = isOver.then(() => apply(path, body))
    return state.answerLost ? { status: 503 } : { status: 202, body: { status: 'accepted', deliveries: [] } }
  })
  const catchUp = async (): Promise<void> => {
    state.isBehind = false
    for (const merge of waiting.splice(0)) await merge()
  }
  return { ...intake, state, events, catchUp, applied: () => isOver }
}
