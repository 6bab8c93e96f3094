import { signalOperations } from '@signalpost/administration/signal'
import { idSchema, verdicts } from '@signalpost/domain'
import { z } from 'zod'
import { commandsOf, withParameters } from '../../command/commands-of.ts'
import { required } from '../../parameters/parameter.ts'
import { readText } from '../../terminal/read-text.ts'
import { record, table } from '../../terminal/table.ts'
import { describeSignal } from './describe-signal.ts'

export const signalCommands = commandsOf(signalOperations, {
  text: describeSignal,
  by: {
    'signal.list': {
      columns: {
        SIGNAL: ({ id }) => id,
        SCORE: ({ relevanceScore }) => relevanceScore,
        URGENCY: ({ urgency }) => urgency,
        CLASS: ({ classification }) => classification,
        SOURCE: ({ source }) => source,
        POSTED: ({ postedAt }) => postedAt,
        'ASSIGNED TO': ({ assignedTo }) => assignedTo?.userId,
        VERDICT: ({ feedback }) => feedback?.verdict,
        TITLE: ({ title }) => readText(title),
      },
    },
    'signal.show': {
      outcome: (_context, { signal }) => ({ json: signal, text: describeSignal(signal) }),
    },
    'signal.timeline': {
      outcome: (_context, timeline) => {
        const happened = timeline.steps.map(({ at, stage, summary }) => [at, stage, summary])
        const missing = timeline.gaps.map(({ stage, reason }) => ['-', stage, reason])
        return {
          json: timeline,
          text: table(['at', 'stage', 'what happened'], [...happened, ...missing]),
        }
      },
    },
    'signal.assign': withParameters(
      { to: required('--to <user>', 'the user; none unassigns it', idSchema) },
      ({ to }) => ({ assignedTo: to === 'none' ? null : to }),
    ),
    'signal.erase': {
      path: 'erase signal',
      parameters: { signalId: required('<id>', 'the signal', idSchema) },
      confirm: ({ confirm }, { orgId, signalId }) =>
        confirm(`Erase the signal ${signalId} of ${orgId} and the bodies of its events permanently?`),
      outcome: ({ terminal }, { warehouses, ...erased }) => {
        const { orgId, signalId, deletedAt, requests, events } = erased
        if (warehouses > 0) {
          terminal.note(
            `The warehouses of ${orgId} hold it until their next sync, which leaves only a tombstone.`,
          )
        }
        return {
          json: { orgId, signalId, deletedAt, requests, events },
          text: record({ signal: signalId, deleted: deletedAt, 'requests blanked': requests, events }),
        }
      },
    },
    'signal.judge': {
      path: 'signal verdict',
      parameters: {
        verdict: required('<verdict>', 'good, bad or none', z.enum([...verdicts, 'none'])),
      },
    },
  },
})
