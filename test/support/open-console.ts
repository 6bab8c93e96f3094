import { createHash, randomBytes } from 'node:crypto'
import { createDatabase } from '@signalpost/database'
import { createLoginLink, createPerson, setMembership } from '@signalpost/database/people'

export type OpenConsole = {
  /** Reads a route of the workspace, such as `overview`; throws when it does not answer 200. */
  read: (orgId: string, path: string) => Promise<unknown>
  /** Changes a record of the workspace, such as `signals/sig_1`. Resolves to whether the console accepted it. */
  change: (orgId: string, path: string, body: object) => Promise<boolean>
}

const linkLastsMs = 60_000

/** Logs a new person of the workspaces in to a console, as a viewer unless the role says otherwise. */
export async function openConsole({
  databaseUrl,
  consoleUrl,
  orgIds,
  role = 'viewer',
}: {
  databaseUrl: string
  consoleUrl: string
  orgIds: readonly string[]
  role?: 'viewer' | 'member'
}): Promise<OpenConsole> {
  const token = randomBytes(32).toString('base64url')
  const tokenSha256 = createHash('sha256').update(token).digest()
  await createLogin(databaseUrl, { orgIds, role, tokenSha256 })
  const sending = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const login = await fetch(`${consoleUrl}/console/api/login`, {
    method: 'POST',
    headers: sending,
    body: JSON.stringify({ token }),
  })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0]
  if (cookie === undefined) throw new Error(`The login answered ${login.status}: ${await login.text()}`)
  return {
    read: async (orgId, path) => {
      const answer = await fetch(`${consoleUrl}/console/api/w/${orgId}/${path}`, { headers: { cookie } })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return answer.json()
    },
    change: async (orgId, path, body) => {
      const answer = await fetch(`${consoleUrl}/console/api/w/${orgId}/${path}`, {
        method: 'PATCH',
        headers: { ...sending, cookie },
        body: JSON.stringify(body),
      })
      return answer.ok
    },
  }
}

async function createLogin(
  databaseUrl: string,
  {
    orgIds,
    role,
    tokenSha256,
  }: { orgIds: readonly string[]; role: 'viewer' | 'member'; tokenSha256: Buffer },
): Promise<void> {
  const { database } = createDatabase({
    ...{ url: databaseUrl, applicationName: 'signalpost test', maxConnections: 1 },
    onConnectionError: () => undefined,
  })
  const nowMs = Date.now()
  try {
    await database.transaction().execute(async (transaction) => {
      const person = { email: null, name: `A ${role}`, isOperator: false, nowMs }
      const { personId } = await createPerson(transaction, person)
      for (const orgId of orgIds) await setMembership(transaction, { orgId, personId, role, nowMs })
      await createLoginLink(transaction, { tokenSha256, personId, nowMs, endsMs: nowMs + linkLastsMs })
    })
  } finally {
    await database.destroy()
  }
}
