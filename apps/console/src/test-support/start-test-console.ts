import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import {
  type Act,
  type LimitedActServices,
  performAct,
  type Role,
  systemCaller,
} from '@signalpost/administration'
import type { ChannelUrlServices } from '@signalpost/administration/channel'
import { createKeyAct } from '@signalpost/administration/key'
import { createLoginLinkAct } from '@signalpost/administration/login'
import { invitePersonAct, type PersonActServices } from '@signalpost/administration/person'
import { createSourceAct } from '@signalpost/administration/source'
import type { StoreServices } from '@signalpost/administration/test-support'
import type { WarehouseActServices } from '@signalpost/administration/warehouse'
import { createWorkspaceAct } from '@signalpost/administration/workspace'
import { createDatabase, createSecretBox, type Database, type DatabasePool } from '@signalpost/database'
import { createPerson, setMembership } from '@signalpost/database/people'
import { defaultCell } from '@signalpost/domain'
import { createLogger, createMetricsRegistry, noNetworks, urlOfPort } from '@signalpost/runtime'
import { allApiUrls } from '@signalpost/testing'
import type { z } from 'zod'
import { type ConsoleConfig, shareConsoleConnections } from '../config.ts'
import { startConsole } from '../console.ts'

const loginWays = ['link', 'mail', 'oidc'] as const
const sessionTimes = { idleMs: 12 * 3_600_000, totalMs: 7 * 24 * 3_600_000 }

export type TestConsole = {
  url: string
  databaseUrl: string
  database: Database
  pool: DatabasePool
  /** What the cases of operations prepare with. */
  services: StoreServices
  /** Creates a person, with a role in each workspace. */
  addPerson: (roles: Record<string, Role>, isOperator?: boolean) => Promise<string>
  /** Invites a member. */
  invite: (orgId: string, email: string) => Promise<void>
  /** A one-time token for the person. */
  createToken: (personId: string) => Promise<string>
  /** Logs the person in and returns the cookie. */
  logIn: (personId: string) => Promise<string>
  /** Lets a command line of the person in and returns its token. */
  logInCommandLine: (personId: string) => Promise<string>
  /** The key under which its secrets are sealed, in base64. */
  masterKey: string
  createSource: (orgId: string, name: string) => Promise<{ sourceId: string; secret: string }>
  createKey: (orgId: string) => Promise<string>
  /** Performs an act in the name of the system. */
  perform: <Schema extends z.ZodType, Result>(
    act: Act<
      Schema,
      Result,
      ChannelUrlServices & LimitedActServices & PersonActServices & WarehouseActServices
    >,
    input: z.input<Schema>,
  ) => Promise<Result>
  stop: () => Promise<void>
}

const caller = systemCaller('test')
const workspaceLimits = { openJobs: 100, listeners: 1_000 }
const allowedNetworks = { has: (address: string) => address === '127.0.0.1' }
/** The pages are built once for all tests of a clone, and again when their sources change. */
const dataDir = fileURLToPath(new URL('../../node_modules/.cache/signalpost-console', import.meta.url))

/** The console on a port of its own, and the workspaces `org_one` and `org_two` in its empty database. */
export async function startTestConsole({
  databaseUrl,
  config = {},
  nowMs = Date.now,
}: {
  databaseUrl: string
  config?: Partial<ConsoleConfig>
  nowMs?: () => number
}): Promise<TestConsole> {
  const masterKey = randomBytes(32)
  const { database, pool } = createDatabase({
    url: databaseUrl,
    applicationName: 'test',
    onConnectionError: () => undefined,
  })
  const { port, started, stop } = await startConsole(
    {
      ...{
        databaseUrl,
        connections: shareConsoleConnections(),
        masterKeys: [masterKey] as const,
        cell: defaultCell,
        dataDir,
        host: '127.0.0.1',
        port: 0,
        keepAliveMs: 75_000,
        logLevel: 'info' as const,
        drainMs: 0,
      },
      ...{
        consoleUrl: undefined,
        intakeUrl: 'http://127.0.0.1:4100',
        ledgerDays: 30,
        trustedProxies: noNetworks,
      },
      ...{ metricsToken: undefined, smtp: undefined, oidc: undefined, securityContact: undefined },
      ...{ loginWays, sessionTimes },
      ...{ apiUrls: allApiUrls('http://127.0.0.1:1'), publicUrl: 'http://127.0.0.1:4200' },
      outgoingProxy: undefined,
      warehouseBounds: { allowedNetworks, directory: undefined },
      models: { languageModel: undefined, reranker: undefined },
      allowedNetworks,
      workspaceLimits: { requestsPerMinute: 0, ...workspaceLimits },
      crawlNetworks: allowedNetworks,
      ...config,
    },
    {
      logger: createLogger({ name: 'console', level: 'silent' }),
      registry: createMetricsRegistry('console'),
      nowMs,
    },
  )
  await started
  const url = urlOfPort(config.host ?? '127.0.0.1', port ?? 0)
  const services = {
    ...{ database, secretBox: createSecretBox(masterKey), cell: defaultCell, nowMs },
    ...{ pool, url: databaseUrl, consoleUrl: url, sendLetter: undefined, loginWays, sessionTimes },
  }
  for (const orgId of ['org_one', 'org_two']) {
    const input = { orgId, name: orgId, plan: 'standard', accountIntelligence: true, analysisAllowance: 20 }
    await performAct(services, { caller, act: createWorkspaceAct, input })
  }
  const createToken = async (personId: string): Promise<string> => {
    const link = await performAct(services, { caller, act: createLoginLinkAct, input: { personId } })
    return new URL(link.url).hash.slice(1)
  }
  return {
    ...{ url, databaseUrl, database, pool, services, createToken },
    addPerson: async (roles, isOperator = false) =>
      database.transaction().execute(async (transaction) => {
        const person = { email: null, name: 'Test', isOperator, nowMs: nowMs() }
        const { personId } = await createPerson(transaction, person)
        for (const [orgId, role] of Object.entries(roles)) {
          await setMembership(transaction, { orgId, personId, role, nowMs: nowMs() })
        }
        return personId
      }),
    invite: async (orgId, email) => {
      const input = { orgId, email, role: 'member' as const }
      await performAct(services, { caller, act: invitePersonAct, input })
    },
    logIn: async (personId) => logInWith(url, await createToken(personId)),
    logInCommandLine: async (personId) => logInDevice(url, await logInWith(url, await createToken(personId))),
    masterKey: masterKey.toString('base64'),
    createSource: (orgId, name) =>
      performAct(services, { caller, act: createSourceAct, input: { orgId, name } }),
    createKey: async (orgId) => {
      const input = { orgId, scopes: ['signals:read' as const] }
      return (await performAct(services, { caller, act: createKeyAct, input })).apiKey
    },
    perform: (act, input) =>
      performAct({ ...services, dataDir, allowedNetworks, workspaceLimits }, { caller, act, input }),
    stop: async () => {
      await stop()
      await database.destroy()
    },
  }
}

/** What a browser sends along with a write of a page. */
export const fromPage = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

async function logInWith(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/console/api/login`, {
    method: 'POST',
    headers: fromPage,
    body: JSON.stringify({ token }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (cookie === undefined) throw new Error(`The login answered ${answer.status}: ${await answer.text()}`)
  return cookie
}

/** Begins the login of a command line, allows it with the cookie and takes the token. */
async function logInDevice(url: string, cookie: string): Promise<string> {
  const post = async (path: string, form: Record<string, string>): Promise<Record<string, unknown>> => {
    const body = new URLSearchParams({ client_id: 'signalpost-cli', ...form })
    const answer = await fetch(`${url}/console/device/${path}`, { method: 'POST', body })
    return (await answer.json()) as Record<string, unknown>
  }
  const started = await post('authorization', { host_name: 'laptop' })
  const headers = { ...fromPage, cookie }
  await fetch(`${url}/console/api/devices/${String(started.user_code)}/allow`, { method: 'POST', headers })
  const grantType = 'urn:ietf:params:oauth:grant-type:device_code'
  const taken = await post('token', { grant_type: grantType, device_code: String(started.device_code) })
  if (typeof taken.access_token !== 'string') throw new Error(`The login answered ${JSON.stringify(taken)}`)
  return taken.access_token
}
