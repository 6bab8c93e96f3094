import { previewRule } from '@signalpost/database/dispatches'
import { getRule } from '@signalpost/database/rules'
import { z } from 'zod'
import { defineDocument, defineLookup } from '../define-operation.ts'
import { findWarnings } from './find-warnings.ts'
import { listRulesRead } from './list-rules.ts'
import { cutAtSchema, previewedSince, sinceOf } from './previewed-since.ts'
import { ruleReference } from './rule-document.ts'

/** Throws RejectedError `not_found`. */
export const getRuleRead = defineLookup({
  demands: 'viewer',
  input: ruleReference,
  foundIn: listRulesRead,
  subject: 'ruleId',
  read: ({ services: { database }, input }) => getRule(database, input),
})

/** Throws RejectedError `not_found`. */
export const ruleWarningsRead = defineDocument({
  name: 'rule.warnings',
  summary: 'See what may keep a rule from alerting.',
  demands: 'viewer',
  input: ruleReference.required(),
  http: {
    ...{ method: 'get', path: '/rules/{id}/warnings', errors: ['not_found'] },
    operationId: 'getRuleWarnings',
  },
  read: async ({ services: { database }, input }) => findWarnings(database, await getRule(database, input)),
  output: {
    description: 'The rules before it that take what it would announce.',
    schema: z.object({
      warnings: z.array(
        z.object({ ruleId: z.string(), takes: z.enum(['all', 'some']), message: z.string() }),
      ),
    }),
    of: (warnings) => ({ warnings }),
  },
})

/** What a request examines; the command line at the installation examines all. */
const signalsAtMost = 5_000

/** Throws RejectedError `not_found`. */
export const previewStoredRuleRead = defineDocument({
  name: 'rule.preview_stored',
  summary: 'Show what a rule would do with the signals first stored since a time. Sends nothing.',
  demands: 'member',
  input: ruleReference.extend({ since: previewedSince }),
  http: {
    method: 'get',
    path: '/rules/{id}/preview',
    errors: ['not_found'],
    operationId: 'previewStoredRule',
    timeoutMs: 10_000,
  },
  read: async ({ services: { database, nowMs }, caller, input: { since, ...reference } }) => {
    const atMost = caller.actor.kind === 'cli' ? undefined : signalsAtMost
    const { items, signals } = await previewRule(database, {
      ...reference,
      since: sinceOf(since, nowMs()),
      atMost,
    })
    return { items, cutAt: atMost !== undefined && signals >= atMost ? atMost : null }
  },
  output: {
    description: 'What it would send or hold back, in the order of the signals.',
    schema: z.object({
      items: z.array(
        z.object({
          signalId: z.string(),
          channelId: z.string(),
          decision: z.enum(['send', 'digest', 'none']),
          reason: z.string().optional(),
        }),
      ),
      cutAt: cutAtSchema,
    }),
    of: (preview) => preview,
  },
})
