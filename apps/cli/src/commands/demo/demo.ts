import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@signalpost/database'
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
import { openSender } from '../event/open-sender.ts'
import { requestOfEvents } from '../event/read-event-requests.ts'
import { type SentEvent, sendRequests } from '../event/send-requests.ts'
import { demoEvents } from './demo-events.ts'
import { rememberShift } from './demo-shift.ts'
import { demoShiftMs, readDemoSignals } from './demo-signals.ts'

const eventsTogether = 20
const pollMs = 250
const settleLimitMs = 60_000
const titleShown = 70

export const demo = defineCommand({
  path: 'demo',
  summary: 'Send 400 real signals, and events about them, to the running intake, and show what is stored.',
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
    const { orgId, sent } = await sendDemo(context, sourceId)
    const run = await waitUntilSettled(context.database, sent)
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

async function sendDemo(
  { config, database, secretBox, terminal, nowMs }: CommandContext,
  sourceId: string,
): Promise<{ orgId: string; sent: string[] }> {
  const sender = await openSender({ config, database, secretBox }, { sourceId })
  const signals = await readDemoSignals()
  const shiftMs = rememberShift({ dataDir: config.dataDir, sourceId }, () => demoShiftMs(signals, nowMs()))
  const events = demoEvents(signals, { orgId: sender.orgId, shiftMs })
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
  return { orgId: sender.orgId, sent: sent.flatMap(({ deliveryId }) => deliveryId ?? []) }
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
