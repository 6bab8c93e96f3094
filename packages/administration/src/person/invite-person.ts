import { type Caller, createToken, hashToken, roles } from '@signalpost/authorization'
import type { Letter } from '@signalpost/channels'
import type { DatabaseTransaction } from '@signalpost/database'
import { createInvitation, findDisabledHolder, findMembership } from '@signalpost/database/people'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { ActCall } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import { invitationAudit } from './audited-person.ts'
import { emailSchema } from './email-schema.ts'
import { loginUrlOf, opensInvitations, type PersonActServices } from './person-services.ts'

const invitationLastsMs = 7 * 24 * 60 * 60_000

const input = z.strictObject({
  orgId: orgIdSchema,
  email: emailSchema.max(320),
  role: z.enum(roles),
  operator: z.boolean().default(false).meta({ description: 'Only an operator can set it.' }),
})

type Call = ActCall<z.output<typeof input>, PersonActServices>

/**
 * Invites an address into a workspace for 7 days, by mail where a mail server is configured. The result holds the
 * link, except for a person whose invitation went out by mail. Where links are closed, the invitation is accepted at the
 * identity provider, and the link leads there. Throws RejectedError: `not_found`, `forbidden`, `conflict` for the address
 * of a disabled person, `unavailable` if the mail was not taken.
 */
export const invitePersonAct = defineOperation({
  name: 'person.invite',
  summary: 'Invite an address into a workspace, by mail where SMTP is configured. Works once, within 7 days.',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  http: {
    ...{ method: 'post', path: '/invitations', status: 201, timeoutMs: 20_000 },
    errors: ['login_required', 'unavailable'],
  },
  example: { email: 'ann@example.com', role: 'member' },
  around: async ({ services, caller, input: { orgId, email, role, operator: isOperator } }: Call, commit) => {
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
      await refuseDisabled(transaction, caller, { orgId, email })
      const invitation = await createInvitation(transaction, {
        ...{ orgId, email, role, isOperator, logsIn, nowMs },
        ...{ invitedBy: caller.actor, tokenSha256: hashToken(token), endsMs: nowMs + invitationLastsMs },
      })
      return invitationAudit.created(invitation)
    })
    const isLink = opensInvitations(services)
    const url = isLink ? loginUrlOf(services, token) : `${services.consoleUrl}/login`
    if (sendLetter !== undefined) {
      await sendLetter(letterOf({ email, orgId, url, isLink })).catch((cause: unknown) => {
        const message =
          'The mail server did not accept the invitation. Correct its settings, then invite again.'
        throw new RejectedError('unavailable', message, { cause })
      })
    }
    const { invitationId, endsAt } = created
    return { invitationId, orgId, email, role, ...(showsLink && { url }), expiresAt: endsAt }
  },
  output: {
    description: 'The invitation. It goes out by mail; without a mail server its link is shown this once.',
    schema: z.object({
      invitationId: z.string(),
      email: z.string(),
      role: z.enum(roles),
      url: z.string().nullable(),
      expiresAt: z.iso.datetime(),
    }),
    of: ({ invitationId, email, role, url = null, expiresAt }) => ({
      ...{ invitationId, email, role, url },
      expiresAt: expiresAt.toISOString(),
    }),
  },
})

/** Only those who see the disabled person anyway get to know the reason. */
async function refuseDisabled(
  transaction: DatabaseTransaction,
  { isOperator }: Caller,
  { orgId, email }: { orgId: string; email: string },
): Promise<void> {
  const holder = await findDisabledHolder(transaction, email)
  if (holder === undefined) return
  if (!isOperator && (await findMembership(transaction, { orgId, ...holder })) === undefined) return
  throw new RejectedError(
    'conflict',
    `The address belongs to ${holder.personId}, who is disabled. An operator can enable them, or free the address: ./signalpost person free-address ${holder.personId}`,
  )
}

/** Returns the letter of an invitation. */
function letterOf({
  email,
  orgId,
  url,
  isLink,
}: {
  email: string
  orgId: string
  url: string
  isLink: boolean
}): Letter {
  const how = isLink
    ? 'The link works once, within 7 days.'
    : 'Log in at your identity provider with the account of this address, within 7 days.'
  return {
    to: email,
    subject: 'Your invitation to Signalpost',
    paragraphs: [
      `You are invited to the workspace ${orgId}.`,
      `${how} If you did not expect it, ignore this mail.`,
    ],
    link: { label: isLink ? 'Accept the invitation' : 'Log in', url },
  }
}
