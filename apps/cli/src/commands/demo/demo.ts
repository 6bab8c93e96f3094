import { setTimeout as sleep } from 'node:timers/promises'
import { keepDemoAct } from '@signalpost/administration/demo'
import { openSender } from '@signalpost/administration/source'
import type { Database } from '@signalpost/database'
import { getSource } from '@signalpost/database/access'
import {
  countStatuses,
  type StatusCount,
  type StoreSummary,
  summariseStore,
} from '@signalpost/database/records'
import { RejectedError, TransientError, toPlainLine } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { findDemoFacts } from '../../installation/demo-file.ts'
import { optional } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'
import { requestOfEvents } from '../event/read-event-requests.ts'
import { type SentEvent, sendRequests } from '../event/send-requests.ts'
import type { DemoEvent, DemoRun } from './demo-event.ts'
import { demoEvents } from './demo-events.ts'
import { rememberEnd } from './demo-run.ts'
import { demoEndMs, readDemoSignals, spreadSignals } from './demo-signals.ts'
import { addEscalation, addWork } from './demo-work.ts'

/** The people of the demo. */
const people = ['Anna Keller', 'Ben Okafor', 'Chiara Rossi', 'Deniz Yılmaz', 'Emma Lindqvist']
const eventsTogether = 20
const pollMs = 250
const settleLimitMs = 60_000
const titleShown = 70

export const demo = defineCommand({
  path: 'demo',
  summary: 'Fill a workspace with 400 real signals and what people did with them, and show what is stored.',
  parameters: {
    source: optional('--source <id>', 'the source to send as (default: that of the demo workspace)'),
  },
  run: async (context, { source }) => {
    const sourceId = source ?? findDemoFacts(context.config.dataDir)?.sourceId
    if (sourceId === undefined) {
      throw new RejectedError(
        'not_found',
        'There is no valid demo.json. Run npm start on the embedded database to create it or ./signalpost demo credentials to recreate it, or name a source with --source.',
      )
    }
    const { orgId, sent, addRest } = await sendDemo(context, sourceId)
    const run = await waitUntilSettled(context.database, sent)
    await addRest()
    const summary = await summariseStore(context.database, orgId)
    const queued = run.find(({ status }) => status === 'queued')
    if (queued !== undefined) context.terminal.note(`${queued.count} are still queued. Is a worker running?`)
    return {
      json: {
        orgId,
        sourceId,
        run: countsByStatus(run),
        deliveries: countsByStatus(summary.deliveries),
        signals: Object.fromEntries(summary.signals.map(({ urgency, count }) => [urgency ?? 'none', count])),
        mostUrgent: summary.mostUrgent,
        accounts: summary.accounts,
        deals: Object.fromEntries(summary.deals.map(({ stage, count }) => [stage, count])),
      },
      text: describeSummary(run, summary),
      exitCode: queued === undefined ? 0 : 1,
    }
  },
})

async function sendDemo(context: CommandContext, sourceId: string) {
  const { config, database, terminal, nowMs } = context
  const source = await getSource(database, { sourceId })
  const sender = await openSender(context, source)
  const { orgId } = source
  const signals = await readDemoSignals()
  const records = [{ kind: 'sender' as const, id: sourceId }]
  const begun = await context.perform(keepDemoAct, { orgId, people, records })
  const place = { dataDir: config.dataDir, sourceId, round: begun.round }
  const demoRun: DemoRun = { orgId, ...begun, endMs: rememberEnd(place, demoEndMs(nowMs())) }
  const events = demoEvents(signals, demoRun)
  await context.perform(keepDemoAct, { orgId, records: recordsOf(events) })
  await addEscalation(context, orgId)
  const requests = []
  for (let start = 0; start < events.length; start += eventsTogether) {
    requests.push(requestOfEvents(events.slice(start, start + eventsTogether)))
  }
  const progress = terminal.startProgress({ title: 'Sending', total: events.length })
  const sent: SentEvent[] = []
  for await (const some of sendRequests(sender, requests)) {
    sent.push(...some)
    progress.advance(some.length)
  }
  const refused = sent.filter(({ status }) => status === 'refused')
  progress.stop(`Sent: ${sent.length - refused.length} of ${events.length} accepted`)
  const [first] = refused
  if (first?.error?.code === 'unavailable') {
    throw new TransientError(`The intake does not respond at ${sender.url}; start it with npm start.`)
  }
  if (first?.error !== undefined) {
    throw new RejectedError(first.error.code, `${refused.length} events were refused. ${first.error.message}`)
  }
  const spread = spreadSignals(signals, demoRun)
  return {
    orgId,
    sent: sent.flatMap(({ deliveryId }) => deliveryId ?? []),
    addRest: () => addWork(context, { run: demoRun, signals: spread, sourceId }),
  }
}

/** What the events create. */
function recordsOf(events: readonly DemoEvent[]) {
  return (['signal', 'deal', 'listener'] as const).flatMap((kind) =>
    events
      .filter(({ type }) => type === `${kind}.created`)
      // The cast: an event that creates a record has the record under its name.
      .map(({ data }) => ({ kind, id: (data as Record<string, { id: string }>)[kind]?.id ?? '' })),
  )
}

async function waitUntilSettled(database: Database, deliveryIds: string[]): Promise<StatusCount[]> {
  const endsAtMs = performance.now() + settleLimitMs
  for (;;) {
    const counts = await countStatuses(database, deliveryIds)
    const isSettled = counts.every(({ status }) => status !== 'queued')
    if (isSettled || performance.now() > endsAtMs) return counts
    await sleep(pollMs)
  }
}

function countsByStatus(rows: StatusCount[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

function describeSummary(
  run: StatusCount[],
  { deliveries, signals, mostUrgent, accounts, deals }: StoreSummary,
): string {
  const counts = (rows: StatusCount[]) => rows.map(({ status, count }) => [status, count])
  return [
    table(['THIS RUN', 'DELIVERIES'], counts(run)),
    table(['LEDGER', 'DELIVERIES'], counts(deliveries)),
    table(
      ['URGENCY', 'SIGNALS'],
      signals.map(({ urgency, count }) => [urgency ?? 'none', count]),
    ),
    table(['ACCOUNTS'], [[accounts]]),
    table(
      ['STAGE', 'DEALS'],
      deals.map(({ stage, count }) => [stage, count]),
    ),
    table(
      ['MOST URGENT', 'SCORE', 'TITLE', 'LINK'],
      mostUrgent.map(({ urgency, relevanceScore, title, url }) => [
        urgency,
        relevanceScore,
        shorten(toPlainLine(title)),
        url,
      ]),
    ),
  ].join('\n\n')
}

function shorten(text: string): string {
  const characters = Array.from(text)
  return characters.length <= titleShown ? text : `${characters.slice(0, titleShown - 1).join('')}…`
}
