import { createToken, hashToken, roles } from '@signalpost/authorization'
import type { Letter } from '@signalpost/channels'
import { createInvitation } from '@signalpost/database/people'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActCall, defineAct } from '../define-act.ts'
import { auditedInvitation, invitationTarget } from './audited-person.ts'
import { emailSchema } from './email-schema.ts'
import { loginUrlOf, type PersonActServices } from './person-services.ts'

const invitationLastsMs = 7 * 24 * 60 * 60_000

const input = z.strictObject({
  orgId: orgIdSchema,
  email: emailSchema,
  role: z.enum(roles),
  /** Only an operator can set this. */
  isOperator: z.boolean().default(false),
})

type Call = ActCall<z.output<typeof input>, PersonActServices>

/**
 * Invites an address into a workspace for 7 days, by mail where a mail server is configured. The result holds the
 * link, except for a person whose invitation went out by mail. Throws RejectedError: `not_found`, `forbidden`,
 * `unavailable` if the mail was not taken.
 */
export const invitePersonAct = defineAct({
  name: 'person.invite',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  around: async ({ services, caller, input: { orgId, email, role, isOperator } }: Call, commit) => {
    if (isOperator && !caller.isOperator) {
      throw new RejectedError('forbidden', 'Only an operator can invite operators.')
    }
    const { sendLetter } = services
    // The holder of the link could log in as the person with the address.
    const showsLink = caller.actor.kind !== 'person' || sendLetter === undefined
    const logsIn = caller.actor.kind !== 'person' || !showsLink
    const token = createToken()
    const nowMs = services.nowMs()
    const created = await commit(async (transaction) => {
      const invitation = await createInvitation(transaction, {
        ...{ orgId, email, role, isOperator, logsIn, nowMs },
        ...{ invitedBy: caller.actor, tokenSha256: hashToken(token), endsMs: nowMs + invitationLastsMs },
      })
      const after = auditedInvitation(invitation)
      return { result: invitation, change: { ...invitationTarget(invitation), before: null, after } }
    })
    const url = loginUrlOf(services, token)
    if (sendLetter !== undefined) {
      await sendLetter(letterOf({ email, orgId, url })).catch((cause: unknown) => {
        const message =
          'The mail server did not take the invitation. Correct its settings, then invite again.'
        throw new RejectedError('unavailable', message, { cause })
      })
    }
    const { invitationId, endsAt } = created
    return { invitationId, orgId, email, role, ...(showsLink && { url }), expiresAt: endsAt }
  },
})

/** Returns the letter of an invitation. */
function letterOf({ email, orgId, url }: { email: string; orgId: string; url: string }): Letter {
  return {
    to: email,
    subject: 'Your invitation to Signalpost',
    paragraphs: [
      `You are invited to the workspace ${orgId}.`,
      'The link works once, within 7 days. If you did not expect it, ignore this mail.',
    ],
    link: { label: 'Accept the invitation', url },
  }
}
