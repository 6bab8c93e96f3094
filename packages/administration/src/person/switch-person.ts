import {
  endLoginLinks,
  endSessions,
  freeAddress,
  getPerson,
  listMemberships,
  revokeInvitationsAround,
  setPersonDisabled,
} from '@signalpost/database/people'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineCommandAct } from '../define-operation.ts'
import { auditedPerson, personTarget, withRevoked } from './audited-person.ts'
import { getMembership } from './get-membership.ts'
import { keepAnAdmin, keepAnOperator } from './keep-an-admin.ts'

const input = z.strictObject({ personId: z.string(), orgId: orgIdSchema.optional() })

/**
 * Locks a person out of the whole installation, and ends their sessions and links, and all open invitations to
 * and from them. Throws RejectedError: `not_found`, `conflict` for the last operator and the last admin of a workspace.
 */
export const disablePersonAct = switchTo({
  name: 'person.disable',
  summary: 'Disable a person in the whole installation. Their sessions end within 5 s.',
  isDisabled: true,
})

/** Lets a disabled person log in again. Throws RejectedError: `not_found`, `conflict` if another person has the address now. */
export const enablePersonAct = switchTo({
  name: 'person.enable',
  summary: 'Enable a disabled person, with the roles they had.',
  isDisabled: false,
})

function switchTo<const Name extends string>({
  name,
  summary,
  isDisabled,
}: {
  name: Name
  summary: string
  isDisabled: boolean
}) {
  return defineCommandAct({
    ...{ name, summary },
    demands: 'operator',
    needsRecentLogin: true,
    input,
    run: async ({ transaction, services, caller, input: { personId, orgId } }) => {
      if (orgId !== undefined) await getMembership(transaction, { orgId, personId })
      const before = await getPerson(transaction, { personId })
      const nowMs = services.nowMs()
      let revoked: string[] = []
      if (isDisabled) {
        await keepAnOperator(transaction, caller, { personId })
        for (const { orgId } of await listMemberships(transaction, { personId })) {
          await keepAnAdmin(transaction, caller, { orgId, personId })
        }
        await endSessions(transaction, { personId })
        await endLoginLinks(transaction, { personId, nowMs })
        const email = before.email ?? before.unprovenEmail
        revoked = await revokeInvitationsAround(transaction, { personId, email, nowMs })
      }
      const after = await setPersonDisabled(transaction, { personId, isDisabled, nowMs })
      const states = withRevoked({ before: auditedPerson(before), after: auditedPerson(after) }, revoked)
      return { result: after, change: changeBetween({ orgId: null, ...personTarget(personId), ...states }) }
    },
  })
}

const freed = z.strictObject({ personId: z.string(), orgId: orgIdSchema.optional() })

/**
 * Takes the address from a disabled person, so that another can be invited with it. Throws RejectedError: `not_found`,
 * `conflict` for a person who is not disabled.
 */
export const freeAddressAct = defineCommandAct({
  name: 'person.free_address',
  summary: 'Take the address from a disabled person, so that someone else can be invited with it.',
  demands: 'operator',
  needsRecentLogin: true,
  input: freed,
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
