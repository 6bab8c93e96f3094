import { createSilence } from '@signalpost/database/rules'
import { accountKeySchema, freeText, idSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { auditedSilence, silenceTarget } from './audited-silence.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  /** All conditions must hold. Without conditions, the whole workspace is muted. */
  conditions: z.strictObject({
    accountKey: accountKeySchema.optional(),
    listenerId: idSchema.optional(),
    ruleId: idSchema.optional(),
  }),
  reason: freeText({ min: 1, max: 500 }).nullable().default(null),
  until: z.date(),
})

const membersLongestMs = 24 * 60 * 60_000

/**
 * Mutes alerts until a given time. A member may mute for up to 24 h, an admin for longer. Throws RejectedError:
 * `invalid_request`, `forbidden`.
 */
export const createSilenceAct = defineAct({
  name: 'silence.create',
  demands: 'member',
  input,
  run: async ({ transaction, services, caller, input: { conditions, ...silence } }) => {
    const nowMs = services.nowMs()
    const lastsMs = silence.until.getTime() - nowMs
    if (lastsMs <= 0) {
      const issues = [{ path: 'until', message: 'expected a time in the future' }]
      throw new RejectedError('invalid_request', 'The silence would have ended already.', { issues })
    }
    if (lastsMs > membersLongestMs && caller.role !== 'admin') {
      throw new RejectedError('forbidden', 'A silence of more than 24 h needs the role admin.')
    }
    const created = await createSilence(transaction, {
      ...{ ...silence, conditions: definedOf(conditions), createdBy: caller.actor },
    })
    const change = { ...silenceTarget(created), before: null, after: auditedSilence(created) }
    return { result: created, change }
  },
})

type Conditions = z.output<typeof input>['conditions']

function definedOf({ accountKey, listenerId, ruleId }: Conditions) {
  return {
    ...(accountKey !== undefined && { accountKey }),
    ...(listenerId !== undefined && { listenerId }),
    ...(ruleId !== undefined && { ruleId }),
  }
}
