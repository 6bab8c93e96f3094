import { createListenerAct } from '@signalpost/administration/listener'
import { writeEvents } from '@signalpost/database/records'
import { keepFinds, leaseListener } from '@signalpost/database/searching'
import { dayMs } from '@signalpost/domain'
import type { TestConsole } from './start-test-console.ts'

const good = [38, 47, 48, 50, 52, 55, 60, 61, 70, 72]
const bad = [30, 31, 40, 40, 41, 41, 42, 43, 44, 45, 45, 49, 51, 58]
const none = [12, 18, 22, 25, 26, 29, 33, 36, 37, 39, 41, 44]

/** Stores a listener whose bad finds all name `multi-site`, with a verdict on each find from a score of 30 on. */
export async function stageVerdicts({ database, perform }: TestConsole, title = 'Rota buyers') {
  const orgId = 'org_one'
  const { listener } = await perform(createListenerAct, {
    ...{ orgId, name: title, schedule: { everyMinutes: 30 }, sensitivity: 'balanced', isPaused: true },
    plan: {
      ...{ mode: 'market', objective: 'find_customers', keywords: ['rota', 'shift', 'multi-site'] },
      queries: [{ source: 'hackernews', query: '"rota"' }],
      profile: { targetRoles: [] },
    },
  })
  const reference = { orgId, listenerId: listener.id }
  const lease = await leaseListener(database, { ...reference, leaseMs: dayMs })
  const judged = [
    ...good.map((score) => ({ score, verdict: 'good' as const, keywords: ['rota', 'shift'] })),
    ...bad.map((score) => ({ score, verdict: 'bad' as const, keywords: ['rota', 'multi-site'] })),
    ...none.map((score) => ({ score, verdict: null, keywords: ['shift'] })),
  ]
  const finds = judged.map(({ score, keywords, verdict }, index) => ({
    ...{ dedupeKey: `${listener.id} ${index}`, platform: 'hackernews', titleKey: null, simhash: null },
    ...{ signalId: `sig_${listener.id}_${index}`, firstSeenAt: new Date(), reason: null },
    ...{ state: verdict === null ? ('held_out' as const) : ('waiting' as const), score },
    ...{ components: componentsOf(score), retention: null },
    delivery: verdict === null ? null : { eventId: `evt_${listener.id}_${index}`, body: '{}' },
    features: {
      ...{ points: pointsOf(score), keywords, label: 'relevant', platform: 'hackernews', propensity: 1 },
    },
  }))
  await keepFinds(database, {
    ...{ ...reference, token: lease?.token ?? '', searchId: 'none', finds, cursor: null, history: null },
  })
  const events = judged.flatMap(({ verdict }, index) => {
    const signalId = `sig_${listener.id}_${index}`
    const event = { orgId, idPrefix: 'svc_' as const, type: 'signal.feedback' as const }
    return verdict === null
      ? []
      : [{ ...event, dataAt: (at: string) => ({ signalId, feedback: { verdict, at } }) }]
  })
  await database
    .transaction()
    .execute((transaction) => writeEvents(transaction, events, { nowMs: Date.now() }))
  return { ...reference, title }
}

function pointsOf(score: number) {
  const fit = Math.min(20, score)
  const purchaseIntent = Math.min(30, score - fit)
  return {
    ...{ purchaseIntent, fit, urgency: score - fit - purchaseIntent, recency: 0 },
    ...{ commercialValue: 0, evidenceQuality: 0, multiSignal: 0 },
  }
}

function componentsOf(score: number) {
  return Object.entries(pointsOf(score)).map(([name, points]) => ({ name, points, cap: 30, reasons: [] }))
}
