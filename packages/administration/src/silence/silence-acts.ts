import { isDeepStrictEqual } from 'node:util'
import { createSilence, endSilence, getSilence } from '@signalpost/database/rules'
import {
  freeText,
  instantSchema,
  msOf,
  orgIdSchema,
  RejectedError,
  type SilenceConditions,
  silenceConditionsSchema,
} from '@signalpost/domain'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'
import { silenceAudit, silenceDocument } from './silence-document.ts'

const membersLongestMs = 24 * 60 * 60_000

/** A member may mute for up to 24 h, an admin for longer. Throws RejectedError: `invalid_request`, `forbidden`. */
export const createSilenceAct = defineOperation({
  name: 'silence.create',
  summary:
    'Mute alerts that meet all conditions until a given time. Without conditions, mute the whole workspace.',
  demands: 'member',
  input: z.strictObject({
    orgId: orgIdSchema,
    conditions: silenceConditionsSchema.default({}),
    reason: freeText({ min: 1, max: 500 }).nullable().default(null),
    until: instantSchema,
  }),
  http: { method: 'post', path: '/silences', status: 201, errors: ['not_found'] },
  output: { ...silenceDocument, description: 'The silence. Workers follow within 5 s.' },
  run: async ({ transaction, services, caller, input: { conditions, ...silence } }) => {
    const nowMs = services.nowMs()
    const lastsMs = msOf(silence.until) - nowMs
    if (lastsMs <= 0) {
      const issues = [{ path: 'until', message: 'expected a time in the future' }]
      throw new RejectedError('invalid_request', 'The silence would have ended already.', { issues })
    }
    if (lastsMs > membersLongestMs && caller.role !== 'admin') {
      throw new RejectedError('forbidden', 'A silence of more than 24 h needs the role admin.')
    }
    const created = await createSilence(transaction, {
      ...{ ...silence, until: new Date(silence.until) },
      ...{ conditions: definedOf(conditions), createdBy: caller.actor },
    })
    return silenceAudit.created(created)
  },
})

function definedOf({ accountKey, listenerId, ruleId }: SilenceConditions) {
  return {
    ...(accountKey !== undefined && { accountKey }),
    ...(listenerId !== undefined && { listenerId }),
    ...(ruleId !== undefined && { ruleId }),
  }
}

/** A member can end only their own. Does nothing to one that has ended. Throws RejectedError: `not_found`, `forbidden`. */
export const endSilenceAct = defineOperation({
  name: 'silence.end',
  summary: 'End a silence now.',
  demands: 'member',
  input: z.strictObject({ silenceId: z.string(), orgId: orgIdSchema.optional() }),
  http: { method: 'post', path: '/silences/{id}/end', errors: ['not_found'] },
  output: silenceDocument,
  run: async ({ transaction, caller, input: reference }) => {
    const before = await getSilence(transaction, reference)
    if (caller.role !== 'admin' && !isDeepStrictEqual(before.createdBy, caller.actor)) {
      throw new RejectedError('forbidden', 'Ending a silence of others needs the role admin.')
    }
    const after = await endSilence(transaction, reference)
    return silenceAudit.changed(before, after)
  },
})
