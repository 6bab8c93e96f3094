import { hashToken } from '@signalpost/authorization'
import { takeLoginLink } from '@signalpost/database/people'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import { personTarget } from '../person/audited-person.ts'
import type { PersonActServices } from '../person/person-services.ts'
import { hasPart } from './has-part.ts'
import { agentSchema, linkRefused, replacedSchema, startSession } from './start-session.ts'

const input = z.strictObject({ token: z.string(), agent: agentSchema, replaced: replacedSchema })

type Work = ActWork<z.output<typeof input>, PersonActServices>

/** Logs a person in by a link that was printed or mailed, and uses it up. Throws RejectedError `unauthorized`. */
export const logInByLinkAct = defineAct({
  name: 'login.by_link',
  demands: 'nobody',
  input,
  run: async ({ transaction, services, caller, input: { token, agent, replaced } }: Work) => {
    const nowMs = services.nowMs()
    const taken = await takeLoginLink(transaction, { tokenSha256: hashToken(token), nowMs })
    if (taken === undefined || !(await hasPart(transaction, taken))) throw linkRefused()
    if (taken.byMail && !services.loginWays.includes('mail')) throw linkRefused()
    const { personId } = taken
    const started = await startSession(transaction, { services, caller }, { personId, agent, replaced })
    const after = { sessionId: started.sessionId }
    const actor = { kind: 'person', id: personId } as const
    return { result: started, change: { orgId: null, ...personTarget(personId), before: null, after, actor } }
  },
})
