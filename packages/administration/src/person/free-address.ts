import { freeAddress, getPerson } from '@signalpost/database/people'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineCommandAct } from '../define-operation.ts'
import { auditedPerson, personTarget } from './audited-person.ts'
import { getMembership } from './get-membership.ts'

const input = z.strictObject({ personId: z.string(), orgId: orgIdSchema.optional() })

/**
 * Takes the address from a disabled person, so that another can be invited with it. Throws RejectedError: `not_found`,
 * `conflict` for a person who is not disabled.
 */
export const freeAddressAct = defineCommandAct({
  name: 'person.free_address',
  summary: 'Take the address from a disabled person, so that someone else can be invited with it.',
  demands: 'operator',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, input: { personId, orgId } }) => {
    if (orgId !== undefined) await getMembership(transaction, { orgId, personId })
    const before = await getPerson(transaction, { personId })
    if (before.disabledAt === null) {
      throw new RejectedError('conflict', 'The person can still log in. Disable them first.')
    }
    const after = await freeAddress(transaction, { personId })
    const states = { before: auditedPerson(before), after: auditedPerson(after) }
    return { result: after, change: changeBetween({ orgId: null, ...personTarget(personId), ...states }) }
  },
})
