import { createToken, hashToken } from '@signalpost/authorization'
import { createLoginLink, findFirstOperator } from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import { personTarget } from '../person/audited-person.ts'
import { loginUrlOf, type PersonActServices } from '../person/person-services.ts'
import { hasPart } from './has-part.ts'

const linkLastsMs = 10 * 60_000

/** Without a person, the first operator. */
const input = z.strictObject({
  personId: z.string().optional(),
  /** Whether it goes out by mail, so that it closes with that way in. */
  byMail: z.boolean().default(false),
})

type Work = ActWork<z.output<typeof input>, PersonActServices>

/** Creates a link that logs a person in once, within 10 minutes. Throws RejectedError: `not_found`, `conflict`. */
export const createLoginLinkAct = defineAct({
  name: 'login.create_link',
  demands: 'operator',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, services, input: given }: Work) => {
    const personId = given.personId ?? (await findFirstOperator(transaction))?.personId
    if (personId === undefined)
      throw new RejectedError('not_found', 'There is no operator yet. Invite one first.')
    if (!(await hasPart(transaction, { personId }))) {
      throw new RejectedError('conflict', 'The person is disabled or has no role in any workspace.')
    }
    const token = createToken()
    const nowMs = services.nowMs()
    const expiresAt = new Date(nowMs + linkLastsMs)
    const tokenSha256 = hashToken(token)
    await createLoginLink(transaction, {
      ...{ tokenSha256, personId, byMail: given.byMail, nowMs, endsMs: expiresAt.getTime() },
    })
    return {
      result: { url: loginUrlOf(services, token), personId, expiresAt },
      change: { orgId: null, ...personTarget(personId), before: null, after: { expiresAt } },
    }
  },
})
