import { endAllAccess } from '@signalpost/database/people'
import { z } from 'zod'
import { type ActServices, type ActWork, defineAct } from '../define-act.ts'

const input = z.strictObject({})

type Work = ActWork<z.output<typeof input>, Pick<ActServices, 'database' | 'nowMs'>>

/**
 * Logs everyone out, and ends all open links and invitations: a restored database also has those that ended after its
 * backup.
 */
export const endAllAccessAct = defineAct({
  name: 'login.end_all',
  demands: 'operator',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, services }: Work) => {
    const ended = await endAllAccess(transaction, { nowMs: services.nowMs() })
    const target = { type: 'installation', id: 'logins' }
    return { result: ended, change: { orgId: null, target, before: ended, after: null } }
  },
})
