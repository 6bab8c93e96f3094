import { hash } from 'node:crypto'
import type { Database } from '@signalpost/database'
import { decideDeviceLogin, findDeviceLogin } from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActServices, type ActWork, defineAct } from '../define-act.ts'
import { personTarget } from '../person/audited-person.ts'
import { readUserCode } from './user-code.ts'

const input = z.strictObject({ userCode: z.string() })

type Work = ActWork<z.output<typeof input>, Pick<ActServices, 'database' | 'nowMs'>>

/**
 * Lets a command line in as the caller. It changes who can act as a person, so it needs a recent login. Throws RejectedError:
 * `not_found` for a code that is wrong or over, `conflict` for one that was decided, `forbidden` for a command line, which
 * could otherwise prolong itself.
 */
export const allowDeviceAct = defineAct({
  name: 'login.allow_device',
  demands: 'person',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, services, caller, input: { userCode } }: Work) => {
    if (caller.via !== undefined) throw new RejectedError('forbidden', 'Decide in a browser.')
    const personId = caller.actor.id
    const { hostName, address } = await decide(transaction, { userCode, personId, nowMs: services.nowMs() })
    return {
      result: { isAllowed: true },
      change: { orgId: null, ...personTarget(personId), before: null, after: { hostName, address } },
    }
  },
})

/** Denies what a command line asks for, which changes nothing and leaves no audit row. Throws RejectedError. */
export async function denyDevice(
  { database, nowMs }: Pick<ActServices, 'database' | 'nowMs'>,
  { userCode }: { userCode: string },
): Promise<{ isAllowed: false }> {
  await decide(database, { userCode, personId: null, nowMs: nowMs() })
  return { isAllowed: false }
}

/** Returns the stored hash of what a person typed; undefined where it cannot be a code. */
export function hashUserCode(text: string): Buffer | undefined {
  const code = readUserCode(text)
  return code === undefined ? undefined : hash('sha256', code, 'buffer')
}

/** The same error for codes that are wrong, used or expired. */
export function codeRefused(): RejectedError {
  return new RejectedError(
    'not_found',
    'This code is not valid or has expired. Compare it with your terminal, or run the login there again.',
  )
}

async function decide(
  database: Database,
  { userCode, personId, nowMs }: { userCode: string; personId: string | null; nowMs: number },
) {
  const userSha256 = hashUserCode(userCode)
  const found = userSha256 && (await findDeviceLogin(database, { userSha256, nowMs }))
  if (userSha256 === undefined || found === undefined) throw codeRefused()
  if (!(await decideDeviceLogin(database, { userSha256, personId, nowMs }))) {
    throw new RejectedError('conflict', 'This request was decided already.')
  }
  return found
}
