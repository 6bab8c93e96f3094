import {
  type EscalationPreviewItem,
  previewEscalation as queryPreview,
} from '@signalpost/database/dispatches'
import { checkSteps, getEscalation } from '@signalpost/database/rules'
import { dayMs, type EscalationDefinition, instantSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineDocument, defineRead } from '../define-operation.ts'
import { cutAtSchema, previewedSince, sinceOf } from '../rule/previewed-since.ts'
import { escalationReference, givenDefinition } from './escalation-document.ts'

const signalsAtMost = 5_000
const signalsOfCommandAtMost = 100_000
const stepsAtMost = 50_000
const examplesAtMost = 10
const timeoutMs = 10_000

const counts = {
  sent: z.int(),
  taken: z.int().meta({ description: 'Not needed: someone had taken the signal.' }),
}

/** Throws RejectedError `not_found` for a channel or a person that the workspace does not have. */
export const previewEscalationRead = defineRead({
  name: 'escalation.preview',
  summary: 'See what an escalation that is not stored would have done with recent signals; nothing is sent.',
  demands: 'member',
  input: z.strictObject({
    orgId: orgIdSchema,
    definition: givenDefinition,
    days: z.int().min(1).max(30).default(7),
  }),
  http: { method: 'post', path: '/escalations/preview', errors: ['not_found'], timeoutMs },
  read: async ({ services: { database, nowMs }, input: { orgId, definition, days } }) => {
    await checkSteps(database, orgId, definition)
    const since = new Date(nowMs() - days * dayMs)
    const bounds = { since, signalsAtMost: signalsFor(definition) }
    const preview = await queryPreview(database, { orgId, definition }, bounds)
    const { items, titles, signals, isCut, escalating, takenInTime } = preview
    const bySignal = [...Map.groupBy(items, ({ signalId }) => signalId)]
    const examples = bySignal.slice(-examplesAtMost).reverse()
    return {
      ...{ since: since.toISOString(), signals, isCut, escalating, takenInTime },
      steps: definition.steps.map((_, index) => ({
        step: index + 1,
        ...countOf(items.filter(({ step }) => step === index + 1)),
      })),
      examples: examples.map(([signalId, steps]) => ({
        ...{ signalId, title: titles.get(signalId) ?? signalId },
        // The empty text does not occur: a signal is grouped by its steps.
        firstAt: steps[0]?.at ?? '',
        ...countOf(steps),
      })),
    }
  },
  output: {
    description: 'What each step would have sent, and how many signals were taken in time.',
    schema: z.object({
      since: z.iso.datetime(),
      signals: z.int().meta({ description: 'How many signals were examined.' }),
      isCut: z.boolean().meta({ description: 'Older signals were too many to examine.' }),
      escalating: z.int().meta({ description: 'How many of the signals meet the conditions.' }),
      takenInTime: z.int().meta({ description: 'How many of those were taken before the first step.' }),
      steps: z
        .array(z.object({ step: z.int(), ...counts }))
        .meta({ description: 'Each step of all rounds; a step to come counts as sent.' }),
      examples: z.array(
        z.object({ signalId: z.string(), title: z.string(), firstAt: z.iso.datetime(), ...counts }),
      ),
    }),
    of: (preview) => preview,
  },
})

/** Throws RejectedError `not_found`. */
export const previewStoredEscalationRead = defineDocument({
  name: 'escalation.preview_stored',
  summary:
    'Show what an escalation would have done with the signals first stored since a time. Sends nothing.',
  demands: 'member',
  input: escalationReference.extend({ since: previewedSince }),
  http: { method: 'get', path: '/escalations/{id}/preview', errors: ['not_found'], timeoutMs },
  read: async ({ services: { database, nowMs }, caller, input: { since, ...reference } }) => {
    const escalation = await getEscalation(database, reference)
    const isCommand = caller.actor.kind === 'cli'
    const atMost = isCommand ? signalsOfCommandAtMost : signalsFor(escalation.definition)
    const bounds = { since: sinceOf(since, nowMs()), signalsAtMost: atMost }
    const { items, isCut } = await queryPreview(database, escalation, bounds)
    return { items, cutAt: isCut ? atMost : null }
  },
  output: {
    description: 'What each step would have done, in the order of the signals.',
    schema: z.object({
      items: z.array(
        z.object({
          ...{ signalId: z.string(), channelId: z.string(), round: z.int(), step: z.int() },
          ...{ at: instantSchema, decision: z.enum(['send', 'none']) },
          reason: z.enum(['taken']).optional(),
        }),
      ),
      cutAt: cutAtSchema,
    }),
    of: (preview) => preview,
  },
})

/** How many signals a preview examines: fewer of an escalation with many steps. */
function signalsFor({ steps, repeat }: EscalationDefinition): number {
  return Math.min(signalsAtMost, Math.floor(stepsAtMost / (steps.length * (repeat + 1))))
}

function countOf(items: readonly EscalationPreviewItem[]): { sent: number; taken: number } {
  const sent = items.filter(({ decision }) => decision === 'send').length
  return { sent, taken: items.length - sent }
}
