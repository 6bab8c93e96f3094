import {
  endLoginLinks,
  endSessions,
  getPerson,
  listMemberships,
  removeMembership,
  renewSessionsOf,
} from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { auditedMembership, personTarget } from './audited-person.ts'
import { getMembership } from './get-membership.ts'
import { keepAnAdmin } from './keep-an-admin.ts'

const input = z.strictObject({ orgId: orgIdSchema, personId: z.string() })

/**
 * Removes a person from a workspace. Losing the last role ends their sessions, unless they are an operator. Throws
 * RejectedError: `not_found`, `conflict` for the last admin.
 */
export const endPersonAct = defineAct({
  name: 'person.end',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, services, caller, input: reference }) => {
    const { orgId, personId } = reference
    const before = await getMembership(transaction, reference)
    await keepAnAdmin(transaction, caller, reference)
    await removeMembership(transaction, reference)
    const { isOperator } = await getPerson(transaction, { personId })
    const rest = await listMemberships(transaction, { personId })
    if (isOperator || rest.length > 0) await renewSessionsOf(transaction, { personId })
    else {
      await endSessions(transaction, { personId })
      await endLoginLinks(transaction, { personId, nowMs: services.nowMs() })
    }
    const states = { before: auditedMembership(before), after: null }
    return { result: reference, change: { orgId, ...personTarget(personId), ...states } }
  },
})
