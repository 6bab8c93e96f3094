import {
  type Deal,
  type DealState,
  dealFrom,
  type Envelope,
  type ListenerState,
  listenerFrom,
  readEnvelopes,
  type Signal,
  type SignalRegisters,
  type SignalState,
  signalFrom,
} from '@signalpost/domain'
import { foldEvents, rollUpNaively } from '@signalpost/testing'
import type { DemoEvent } from '../../apps/cli/src/commands/demo/demo-event.ts'
import { demoEvents } from '../../apps/cli/src/commands/demo/demo-events.ts'
import { demoEndMs, readDemoSignals } from '../../apps/cli/src/commands/demo/demo-signals.ts'

export const orgId = 'org_demo'

export type DemoRecords = {
  events: Envelope[]
  /** As the API shows them, computed from the events without any database. */
  signals: Signal[]
  deals: Deal[]
  accountNames: Map<string, string>
  listenerNames: Map<string, string>
}

const dayMs = 86_400_000

const stages = [
  'new',
  'new',
  'new',
  'contacted',
  'contacted',
  'qualified',
  'proposal',
  'won',
  'lost',
] as const
const currencies = ['EUR', 'USD', undefined] as const

/** Returns what the demo sends, and the records that its events produce. */
export async function makeDemoRecords(): Promise<DemoRecords> {
  const signals = await readDemoSignals()
  const sent = demoEvents(signals, { orgId, endMs: demoEndMs(Date.now()), personIds: ['usr_demo'], round: 1 })
  return recordsOf(sent.map(envelopeOf))
}

/**
 * Adds what the demo lacks: accounts in every version of the score, deals without a value or a signal, a deleted deal,
 * listeners.
 */
export async function addVariety({ events }: DemoRecords): Promise<DemoRecords> {
  const signals = await readDemoSignals()
  const listenerIds = [...new Set(signals.map(({ listenerId }) => String(listenerId)))]
  const more = [
    ...followUps(signals),
    ...dealEvents(signals.map(({ id }) => id)),
    // One listener is not there any more.
    ...listenerEvents(listenerIds.slice(1)),
  ]
  return recordsOf([...events, ...more.map(envelopeOf)])
}

function recordsOf(events: Envelope[]): DemoRecords {
  const states = foldEvents(
    events.map((event) => ({ source: 0, event })),
    { orgId, sourceIds: ['src_demo'] },
  )
  // The casts: a state under a record's name is of that record.
  const statesOf = (record: string) =>
    [...states]
      .filter(([key]) => key.startsWith(`${record} `))
      .map(([key, state]) => ({ id: key.slice(record.length + 1), state }))
  return {
    events,
    signals: statesOf('signal').flatMap(({ id, state }) => {
      const registers = states.get(`registers ${id}`) as SignalRegisters | undefined
      return signalFrom({ orgId, id, state: state as SignalState }, registers) ?? []
    }),
    deals: statesOf('deal').flatMap(
      ({ id, state }) => dealFrom({ orgId, id, state: state as DealState }) ?? [],
    ),
    accountNames: new Map(
      rollUpNaively(states, orgId).accounts.map(({ accountKey, name }) => [accountKey, name]),
    ),
    listenerNames: new Map(
      statesOf('listener').flatMap(({ id, state }) => {
        const listener = listenerFrom({ orgId, id, signalCount: 0, state: state as ListenerState })
        return listener === undefined ? [] : [[id, listener.name] as const]
      }),
    ),
  }
}

/** Deletes a signal, dated after all its other events. */
export function deletionOf(signalId: string): Envelope {
  const occurredAt = new Date(Date.now() + dayMs).toISOString()
  return envelopeOf({
    ...{ id: `evt_demo_gone_${signalId}`, type: 'signal.deleted', occurredAt, orgId, data: { signalId } },
  })
}

function envelopeOf(event: DemoEvent): Envelope {
  const read = readEnvelopes(event)
  const [envelope] = read.ok ? read.envelopes : []
  if (envelope === undefined) throw new Error(`not a valid event: ${JSON.stringify(read)}`)
  return envelope
}

/** Returns later signals for accounts that have one, each like another signal with the same version of the score. */
function followUps(signals: Awaited<ReturnType<typeof readDemoSignals>>): DemoEvent[] {
  const occurredAt = new Date(Date.now() - 20 * dayMs).toISOString()
  const ofAccounts = signals.filter(({ accountKey }) => accountKey !== undefined)
  const byVersion = Map.groupBy(ofAccounts, ({ scoreVersion }) => scoreVersion)
  return [...byVersion.values()].flatMap((alike) =>
    alike.map((signal, index) => {
      const accountKey = alike[(index + 1) % alike.length]?.accountKey
      const later = { ...signal, id: `${signal.id}_later`, orgId, accountKey, firstSeenAt: occurredAt }
      return {
        id: `evt_demo_${later.id}`,
        type: 'signal.created',
        occurredAt,
        orgId,
        data: { signal: later },
      }
    }),
  )
}

function dealEvents(signalIds: readonly string[]): DemoEvent[] {
  const occurredAt = new Date().toISOString()
  const event = (type: string, id: string, data: object): DemoEvent => ({
    id: `evt_demo_${type}_${id}`,
    type,
    occurredAt,
    orgId,
    data,
  })
  const made = Array.from({ length: 40 }, (_, index) => {
    const currency = currencies[index % currencies.length]
    const value = currency === undefined ? {} : { value: { amount: 10_000 * (index + 1), currency } }
    const deal = {
      id: `deal_${index}`,
      name: `Deal ${index}`,
      stage: stages[index % stages.length],
      // Some deals come from no signal.
      ...(index % 3 > 0 && { signalId: signalIds[index * 7] }),
      ...value,
    }
    return event('deal.created', deal.id, { deal })
  })
  return [...made, event('deal.deleted', 'deal_7', { dealId: 'deal_7' })]
}

function listenerEvents(listenerIds: readonly string[]): DemoEvent[] {
  const occurredAt = new Date().toISOString()
  return listenerIds.map((id, index) => ({
    ...{ id: `evt_demo_listener_${id}`, type: 'listener.created', occurredAt, orgId },
    data: {
      listener: {
        ...{ id, orgId, name: `Listener ${index}`, mode: 'market', objective: 'find_customers' },
        ...{ keywords: ['crm'], exclusions: [] },
      },
    },
  }))
}
