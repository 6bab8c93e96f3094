import { createHash, randomBytes } from 'node:crypto'
import { createDatabase } from '@signalpost/database'
import { createLoginLink, createPerson, setMembership } from '@signalpost/database/people'

export type OpenConsole = {
  /** Reads a route of the workspace, such as `overview`; throws when it does not answer 200. */
  read: (orgId: string, path: string) => Promise<unknown>
}

const linkLastsMs = 60_000

/** Logs a new viewer of the workspaces in to a console. */
export async function openConsole({
  databaseUrl,
  consoleUrl,
  orgIds,
}: {
  databaseUrl: string
  consoleUrl: string
  orgIds: readonly string[]
}): Promise<OpenConsole> {
  const token = randomBytes(32).toString('base64url')
  await createViewer(databaseUrl, { orgIds, tokenSha256: createHash('sha256').update(token).digest() })
  const login = await fetch(`${consoleUrl}/console/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
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
  }
}

async function createViewer(
  databaseUrl: string,
  { orgIds, tokenSha256 }: { orgIds: readonly string[]; tokenSha256: Buffer },
): Promise<void> {
  const { database } = createDatabase({
    ...{ url: databaseUrl, applicationName: 'signalpost test', maxConnections: 1 },
    onConnectionError: () => undefined,
  })
  const nowMs = Date.now()
  try {
    await database.transaction().execute(async (transaction) => {
      const viewer = { email: null, name: 'Viewer', isOperator: false, nowMs }
      const { personId } = await createPerson(transaction, viewer)
      for (const orgId of orgIds) await setMembership(transaction, { orgId, personId, role: 'viewer', nowMs })
      await createLoginLink(transaction, { tokenSha256, personId, nowMs, endsMs: nowMs + linkLastsMs })
    })
  } finally {
    await database.destroy()
  }
}
