import { hash, randomBytes } from 'node:crypto'
import { createDatabase } from '@signalpost/database'
import { createPerson, createSession, setMembership } from '@signalpost/database/people'

const lastsMs = 12 * 3_600_000

/** Logs a new viewer of these workspaces in. Returns the headers of their requests to the console. */
export async function openConsoleSession(
  databaseUrl: string,
  orgIds: readonly string[],
): Promise<{ cookie: string }> {
  const token = randomBytes(32).toString('base64url')
  const tokenSha256 = hash('sha256', token, 'buffer')
  const { database } = createDatabase({
    url: databaseUrl,
    applicationName: 'signalpost bench',
    maxConnections: 1,
    onConnectionError: () => undefined,
  })
  try {
    await database.transaction().execute(async (transaction) => {
      const nowMs = Date.now()
      const { personId } = await createPerson(transaction, {
        ...{ email: null, name: 'Bench', isOperator: true, nowMs },
      })
      for (const orgId of orgIds) await setMembership(transaction, { orgId, personId, role: 'admin', nowMs })
      await createSession(transaction, {
        ...{ tokenSha256, personId, nowMs, endsMs: nowMs + lastsMs, address: '127.0.0.1', agent: null },
      })
    })
  } finally {
    await database.destroy()
  }
  return { cookie: `signalpost_session=${token}` }
}
