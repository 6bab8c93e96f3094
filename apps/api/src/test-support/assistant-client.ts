import { createHash, randomBytes } from 'node:crypto'
import { performAct } from '@signalpost/administration'
import { connectAssistantAct, denyAssistant } from '@signalpost/administration/assistant'
import type { Database } from '@signalpost/database'
import { createPerson, setMembership } from '@signalpost/database/people'
import type { Scope } from '@signalpost/domain'

export const callback = 'http://127.0.0.1:7777/callback'

/** A browser, as far as the authorization server sees it: cookies by their paths, and redirects one at a time. */
export function createBrowser(): {
  get: (url: string) => Promise<Response>
  cookies: Map<string, { path: string; pair: string }>
} {
  const cookies = new Map<string, { path: string; pair: string }>()
  return {
    cookies,
    get: async (url) => {
      const { pathname } = new URL(url)
      const sent = [...cookies.values()].filter(({ path }) => pathname.startsWith(path))
      const cookie = sent.map(({ pair }) => pair).join('; ')
      const response = await fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html' } })
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split('; ')
        const path = attributes.find((each) => each.startsWith('path='))?.slice(5) ?? '/'
        const key = `${pair.split('=', 1)[0]} ${path}`
        if (/expires=Thu, 01 Jan 1970/.test(line)) cookies.delete(key)
        else cookies.set(key, { path, pair })
      }
      return response
    },
  }
}

type Browser = ReturnType<typeof createBrowser>

/** Registers a client that sends people back to `callback`. */
export async function registerClient(url: string, asked: Record<string, unknown> = {}): Promise<string> {
  const response = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Test', redirect_uris: [callback], ...asked }),
  })
  const body = (await response.json()) as { client_id: string }
  if (response.status !== 201) throw new Error(JSON.stringify(body))
  return body.client_id
}

export type Begun = { browser: Browser; authorizationId: string; verifier: string; url: string }

/** Asks to authorize, and follows to the page on which a person decides. Undefined members are left out. */
export async function begin(
  url: string,
  parameters: Record<string, string | undefined>,
  browser = createBrowser(),
): Promise<Begun> {
  const verifier = randomBytes(32).toString('base64url')
  return { ...(await open(url, authorizeUrl(url, parameters, verifier), browser)), verifier }
}

/** Opens the address at which a client asks to authorize, and follows to the page on which a person decides. */
export async function open(
  url: string,
  address: string,
  browser = createBrowser(),
): Promise<Omit<Begun, 'verifier'>> {
  const asked = await browser.get(address)
  const location = asked.headers.get('location') ?? (await asked.text())
  if (!location.includes('/oauth/continue/')) throw new Error(location)
  const page = await browser.get(new URL(location, url).href)
  const authorizationId = page.headers.get('location')?.split('/authorize/')[1] ?? ''
  return { browser, authorizationId, url }
}

export function authorizeUrl(
  url: string,
  parameters: Record<string, string | undefined>,
  verifier = 'v'.repeat(43),
): string {
  const all = {
    response_type: 'code',
    redirect_uri: callback,
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${url}/mcp`,
    ...parameters,
  }
  return `${url}/oauth/authorize?${queryOf(all).toString()}`
}

/** Leaves out what is undefined. */
function queryOf(parameters: Record<string, string | undefined>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
  return query
}

/** Does what the console does when a person allows a request, and returns the token of the decision. */
export async function allow(
  database: Database,
  authorizationId: string,
  {
    personId,
    orgId = 'org_one',
    scopes = ['signals:read'],
  }: { personId: string; orgId?: string; scopes?: Scope[] },
): Promise<{ token: string; assistantId: string }> {
  const services = { database, nowMs: Date.now }
  const caller = {
    actor: { kind: 'person' as const, id: personId },
    ...{ role: undefined, isOperator: false, address: null, requestId: null },
  }
  return performAct(services, {
    ...{ caller, act: connectAssistantAct },
    input: { authorizationId, orgId, scopes },
  })
}

export async function deny(database: Database, authorizationId: string): Promise<{ token: string }> {
  return denyAssistant({ database, nowMs: Date.now }, { authorizationId })
}

/** Takes a decision in a browser, and returns where it leads. */
export async function take(
  { browser, authorizationId, url }: Omit<Begun, 'verifier'>,
  token: string,
): Promise<URL | number> {
  let next = `${url}/oauth/continue/${authorizationId}?d=${token}`
  for (let hop = 0; hop < 3; hop += 1) {
    const response = await browser.get(next)
    const location = response.headers.get('location')
    if (location === null) return response.status
    const target = new URL(location, url)
    if (target.origin !== new URL(url).origin) return target
    next = target.href
  }
  throw new Error('The server sends its browser in circles.')
}

export type Tokens = {
  status: number
  access_token?: string
  refresh_token?: string
  scope?: string
  expires_in?: number
  error?: string
}

/** Asks at the token endpoint. Undefined members are left out. */
export async function askToken(url: string, parameters: Record<string, string | undefined>): Promise<Tokens> {
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: queryOf(parameters) })
  return { ...((await response.json()) as object), status: response.status }
}

/** Connects a client that registered itself, and returns its tokens. */
export async function connect(
  { url, database }: { url: string; database: Database },
  { personId, scopes, clientId }: { personId: string; scopes?: Scope[]; clientId: string },
): Promise<Tokens & { assistantId: string; code: string; verifier: string }> {
  const begun = await begin(url, { client_id: clientId })
  const { token, assistantId } = await allow(database, begun.authorizationId, {
    personId,
    ...(scopes && { scopes }),
  })
  const target = await take(begun, token)
  if (typeof target === 'number') throw new Error(`The decision was answered with ${target}.`)
  const code = target.searchParams.get('code') ?? ''
  const { verifier } = begun
  const tokens = await askToken(url, {
    ...{ grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier },
    ...{ redirect_uri: callback, resource: `${url}/mcp` },
  })
  return { ...tokens, assistantId, code, verifier }
}

/** Adds a person with a role in `org_one`. */
export async function addPerson(database: Database, role: 'viewer' | 'member' | 'admin'): Promise<string> {
  return database.transaction().execute(async (transaction) => {
    const nowMs = Date.now()
    const { personId } = await createPerson(transaction, {
      email: null,
      name: 'Ann',
      isOperator: false,
      nowMs,
    })
    await setMembership(transaction, { orgId: 'org_one', personId, role, nowMs })
    return personId
  })
}
