import { randomBytes } from 'node:crypto'
import { createDatabase } from '@signalpost/database'
import { hashArtifact, storeArtifact } from '@signalpost/database/assistants'
import { createPerson, setMembership } from '@signalpost/database/people'
import { dayMs, scopes } from '@signalpost/domain'
import { runStatement } from '../../stage/start-bench-postgres.ts'

/** The address of the API as clients of the bench name it. */
export const apiUrl = 'http://127.0.0.1'

/** The variables of an API that serves assistants at that address. */
export const assistantAddresses = {
  SIGNALPOST_PUBLIC_URL: apiUrl,
  SIGNALPOST_CONSOLE_URL: 'http://127.0.0.1:4400',
}

const insertAssistant = `
  insert into assistants (assistant_id, org_id, person_id, client_id, client_name, redirect_uri, scopes, created_at,
                          connected_at, used_at, ends_at)
  values ($1, $2, $3, 'bench', 'Bench', 'http://127.0.0.1/callback', $4, now(), now(), now(), now() + interval '90 days')`

/** Connects assistants, each of a person of its own, that may do everything without a yes. Returns their access tokens. */
export async function admitAssistants(
  databaseUrl: string,
  { orgId, count }: { orgId: string; count: number },
): Promise<string[]> {
  const { database } = createDatabase({
    ...{ url: databaseUrl, applicationName: 'signalpost bench', maxConnections: 1 },
    onConnectionError: () => undefined,
  })
  const tokens: string[] = []
  try {
    for (let index = 0; index < count; index += 1) {
      const [token, assistantId, nowMs] = [randomBytes(32).toString('base64url'), `ast_${index}`, Date.now()]
      const personId = await database.transaction().execute(async (transaction) => {
        const person = { email: null, name: `Person ${index}`, isOperator: false, nowMs }
        const created = await createPerson(transaction, person)
        await setMembership(transaction, { orgId, personId: created.personId, role: 'member', nowMs })
        return created.personId
      })
      await runStatement(databaseUrl, insertAssistant, [assistantId, orgId, personId, scopes])
      await storeArtifact(database, {
        ...{ artifactSha256: hashArtifact('AccessToken', token), model: 'AccessToken', assistantId },
        ...{ grantId: null, payload: { aud: `${apiUrl}/mcp`, scope: scopes.join(' ') } },
        endsAt: new Date(nowMs + dayMs),
      })
      tokens.push(token)
    }
    await runStatement(databaseUrl, "update workspaces set assistant_policy = 'write' where org_id = $1", [
      orgId,
    ])
    return tokens
  } finally {
    await database.destroy()
  }
}
