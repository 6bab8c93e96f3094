import type { Database } from '@signalpost/database'
import { countWaitingAlerts, previewRule } from '@signalpost/database/dispatches'
import { getRule, listRules, type StoredRule } from '@signalpost/database/rules'
import { findEarlierEnds, orgIdSchema, ruleDefinitionSchema, wordsOfEarlierEnd } from '@signalpost/domain'
import { z } from 'zod'
import { defineDocument, defineList, defineLookup } from '../define-operation.ts'
import { cutAtSchema, previewedSince, sinceOf } from './previewed-since.ts'
import { ruleReference, type WaitingRule, waitingRuleDocument } from './rule-document.ts'

export const listRulesRead = defineList({
  name: 'rule.list',
  summary: "List a workspace's rules in the order of evaluation.",
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  http: { method: 'get', path: '/rules', errors: [] },
  output: { ...waitingRuleDocument, description: 'All of them.' },
  read: async ({ services: { database }, input: { orgId } }) => {
    const waiting = await countWaitingAlerts(database, { orgId })
    return (await listRules(database, orgId)).map((rule): WaitingRule => {
      return { ...rule, waiting: waiting.get(rule.ruleId) ?? 0 }
    })
  },
  idOf: ({ ruleId }) => ruleId,
})

/** What may keep a rule from alerting. */
export type RuleWarning = { ruleId: string; takes: 'all' | 'some'; message: string }

/** Returns what an operator should know of a rule that was created or changed. */
async function findWarnings(
  database: Database,
  { ruleId, orgId }: Pick<StoredRule, 'ruleId' | 'orgId'>,
): Promise<RuleWarning[]> {
  const rules = (await listRules(database, orgId)).map(({ ruleId: id, definition, ...rule }) => {
    // A rule stored by an older version lacks members that have defaults today.
    return { ...rule, ...ruleDefinitionSchema.parse(definition), id }
  })
  const rule = rules.find(({ id }) => id === ruleId)
  if (rule === undefined || !rule.enabled) return []
  return findEarlierEnds(rule, rules).map((end) => ({
    ...{ ruleId: end.ruleId, takes: end.takes },
    message: wordsOfEarlierEnd(end),
  }))
}

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
