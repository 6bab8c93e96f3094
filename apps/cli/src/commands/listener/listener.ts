import { type ListenerBar, listenerOperations } from '@signalpost/administration/listener'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { commandsOf } from '../../command/commands-of.ts'
import { required } from '../../parameters/parameter.ts'
import { readableWidth, record, table } from '../../terminal/table.ts'
import {
  describeListener,
  listenerJson,
  type ShownListener,
  scheduleText,
  showListener,
} from './describe-listener.ts'
import { componentsTable } from './describe-run.ts'

const barSchema = z.union([
  z.literal('auto').transform(() => null),
  z.coerce.number<string>().int().min(0).max(100),
])

export const listenerCommands = commandsOf(listenerOperations, {
  elsewhere: [
    'listener.create',
    'listener.edit',
    'listener.run',
    'listener.try',
    'listener.finds',
    'listener.rank_trial',
    'listener.weights',
    'listener.freeze_weights',
    'listener.thaw_weights',
    'listener.reset_weights',
    'listener.delete',
  ],
  by: {
    'listener.list': {
      limit: { usual: 1_000, most: 1_000 },
      item: ({ id: listenerId, name, mode, schedule, signalCount, madeHere, scheduler }) => {
        return { listenerId, name, mode, schedule, signalCount, madeHere, scheduler }
      },
      columns: {
        LISTENER: ({ id }) => id,
        NAME: ({ name }) => name,
        'MADE BY': ({ madeHere }) => (madeHere ? 'here' : 'a sender'),
        RUNS: ({ schedule }) => scheduleText(schedule),
        STATE: ({ scheduler }) => scheduler.state,
        'LAST RUN': ({ scheduler }) => scheduler.lastRunAt,
        SIGNALS: ({ signalCount }) => signalCount,
        ERROR: ({ scheduler }) => scheduler.lastError,
      },
    },
    'listener.get': {
      path: 'listener show',
      outcome: (_context, shown) => ({ json: jsonOf(shown), text: textOf(shown) }),
    },
    'listener.pause': { outcome: (context, _paused, input) => showListener(context, input) },
    'listener.resume': { outcome: (context, _resumed, input) => showListener(context, input) },
    'signal.explain': {
      path: 'listener explain',
      outcome: (_context, { explanation }) => {
        if (explanation === null) {
          throw new RejectedError('not_found', 'No listener of this installation found this signal.')
        }
        const { signalId, listenerId, relevanceScore, components, goodChance, rerankScore } = explanation
        return {
          json: explanation,
          text: [
            record({
              ...{ signal: signalId, listener: listenerId, score: relevanceScore },
              ...(goodChance !== null && { 'good by now': `${Math.round(goodChance * 100)} %` }),
              ...(rerankScore !== null && { rerank: rerankScore }),
            }),
            '',
            componentsTable(components),
          ].join('\n'),
        }
      },
    },
    'listener.bar': { outcome: (_context, bar) => ({ json: bar, text: describeBar(bar) }) },
    'listener.set_bar': {
      parameters: {
        bar: required('<score>', 'the bar from 0 to 100, or auto for one that moves by itself', barSchema),
      },
      outcome: (_context, bar) => ({ json: bar, text: describeBar(bar) }),
    },
  },
})

function jsonOf(shown: ShownListener) {
  if (shown.own === null) return { ...listenerJson(shown), madeHere: false }
  const { searches, finds, costs } = shown.own
  return { ...listenerJson(shown), madeHere: true, searches, finds, costs }
}

function textOf(shown: ShownListener): string {
  const { own, id, name, scheduler } = shown
  if (own === null) return record({ listener: id, name, 'made by': 'an outside sender' })
  const fit = { width: readableWidth() }
  const counts = Object.entries(own.finds).map(([state, count]) => [state.replaceAll('_', ' '), count])
  const state = {
    state: scheduler.state,
    'last run': scheduler.lastRunAt,
    'next run': scheduler.nextRunAt,
    error: scheduler.lastError,
    ...Object.fromEntries(counts),
  }
  const rows = own.searches.map((search) => [
    ...[search.platform, search.query, search.board, search.searchedAt],
    ...[search.blockedUntil, search.lastError],
  ])
  // Of some searches posts could not be judged.
  const skipped = own.searches
    .filter(({ skippedPosts }) => skippedPosts > 0)
    .map(
      ({ platform, skippedPosts, lastSkipped }) =>
        `Skipped on ${platform}: ${skippedPosts} posts that could not be judged. The last is ${lastSkipped}.`,
    )
  return [
    describeListener(shown),
    record(state, fit),
    '',
    table(['PLATFORM', 'QUERY', 'BOARD', 'SEARCHED', 'WAITS UNTIL', 'ERROR'], rows, fit),
    ...skipped,
    ...costsText(own.costs),
  ].join('\n')
}

function costsText({ days, runs, platforms, models }: NonNullable<ShownListener['own']>['costs']): string[] {
  if (runs === 0) return []
  const rows = [
    ...platforms.map(({ platform, requests, units, unit, pages }) => [
      platform,
      requests,
      `${units} ${unit}`,
      pages,
    ]),
    ...models.map(({ model, calls }) => [`model: ${model}`, calls, undefined, undefined]),
  ]
  return [
    '',
    `${countOf(runs, 'run')} in ${countOf(days, 'day')} asked:`,
    table(['ASKED', 'REQUESTS', 'OF THE QUOTA', 'PAGES'], rows),
  ]
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function describeBar({ bar, isChosen, tens, advice }: ListenerBar): string {
  const rows = tens.map(({ from, kept, dropped, good, bad }) => [
    `${from} to ${from === 90 ? 100 : from + 9}`,
    ...[kept, dropped, good, bad],
  ])
  return [
    `The bar is ${bar}${isChosen ? ', as a person chose' : ', and moves by itself'}.`,
    '',
    table(['SCORE', 'KEPT', 'DROPPED', 'GOOD', 'BAD'], rows),
    '',
    adviceText(advice),
  ].join('\n')
}

function adviceText({ good, bad, now, missing, proposal }: ListenerBar['advice']): string {
  if (missing.good + missing.bad > 0) {
    const lacking = [
      ...(missing.good > 0 ? [countOf(missing.good, 'more good verdict')] : []),
      ...(missing.bad > 0 ? [countOf(missing.bad, 'more bad verdict')] : []),
    ]
    return `A proposal needs ${lacking.join(' and ')}.`
  }
  if (proposal === null) return 'No other bar would have divided good from bad ones better.'
  const shares = (one: typeof now): string =>
    `${one.good} of ${good} good ones and ${one.bad} of ${bad} bad ones`
  return `At ${proposal.bar} it would have kept ${shares(proposal)}; at ${now.bar}, ${shares(now)}.`
}
