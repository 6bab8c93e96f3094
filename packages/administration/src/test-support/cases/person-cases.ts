import { hash, randomUUID } from 'node:crypto'
import { createToken, hashToken, type Role } from '@signalpost/authorization'
import type { DatabaseTransaction } from '@signalpost/database'
import {
  createDeviceLogin,
  createInvitation,
  createLoginLink,
  createPerson,
  createSession,
  decideDeviceLogin,
  setMembership,
  setPersonDisabled,
} from '@signalpost/database/people'
import { sql } from 'kysely'
import type { ActServices } from '../../define-act.ts'
import { createUserCode } from '../../login/user-code.ts'
import type { ActCase, StoreServices } from '../act-case.ts'

const hourMs = 3_600_000

/** The cases of operations on people that need more than a person and their example. */
export const personCases: Record<string, ActCase<StoreServices>> = {
  'person.invite': {
    prepare: async (_services, orgId) => ({ orgId, email: freshAddress(), role: 'member' }),
    refused: { orgId: 'org_missing', email: 'ann@example.com', role: 'member' },
  },
  'person.edit': {
    prepare: async (services, orgId) => ({ orgId, ...(await addPerson(services, orgId)), role: 'admin' }),
    refused: { orgId: 'org_x', personId: 'usr_missing', role: 'admin' },
  },
  'person.disable': { prepare: addPerson, refused: { personId: 'usr_missing' }, isOfInstallation: true },
  'person.enable': {
    prepare: addDisabled,
    refused: { personId: 'usr_missing' },
    isOfInstallation: true,
  },
  'person.set_operator': {
    prepare: async (services, orgId) => ({ ...(await addPerson(services, orgId)), isOperator: true }),
    refused: { personId: 'usr_missing', isOperator: true },
    isOfInstallation: true,
  },
  'person.free_address': {
    prepare: addDisabled,
    refused: { personId: 'usr_missing' },
    isOfInstallation: true,
  },
  'person.end_sessions': {
    prepare: addLoggedIn,
    refused: { personId: 'usr_missing' },
    isOfInstallation: true,
  },
  'person.log_out': {
    prepare: async (services, orgId) => ({ orgId, ...(await addLoggedIn(services, orgId)) }),
    refused: { orgId: 'org_x', personId: 'usr_missing' },
  },
}

/** One case for each act of logins. */
export const loginCases: Record<string, ActCase> = {
  'login.create_link': {
    prepare: addPerson,
    refused: { personId: 'usr_missing' },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
  'login.by_link': {
    prepare: async (services, orgId) => {
      const { personId } = await addPerson(services, orgId)
      return { token: await addLink(services, personId), agent: null }
    },
    refused: { token: createToken(), agent: null },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
  'login.by_invitation': {
    prepare: async (services, orgId) => ({
      ...{ token: (await addInvitation(services, orgId)).token, agent: null },
    }),
    refused: { token: createToken(), agent: null },
    isOutsideWorkspaces: true,
  },
  'login.by_oidc': {
    prepare: async (services, orgId) => {
      const { email } = await addInvitation(services, orgId)
      return { ...identityOf(orgId), verifiedEmail: email }
    },
    refused: { ...identityOf('stranger'), verifiedEmail: 'stranger@example.com' },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
  'login.allow_device': {
    prepare: async (services) => {
      await sql`
        insert into people (person_id, created_at) values ('usr_admin', now()) on conflict do nothing`.execute(
        services.database,
      )
      return { userCode: (await addDevice(services)).userCode }
    },
    refused: { userCode: 'BCDF-GHJK' },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
  'login.by_device': {
    prepare: async (services, orgId) => {
      const [{ personId }, { userSha256, deviceCode }] = [
        await addPerson(services, orgId),
        await addDevice(services),
      ]
      await decideDeviceLogin(services.database, { userSha256, personId, nowMs: services.nowMs() })
      return { deviceCode, agent: null }
    },
    refused: { deviceCode: createToken(), agent: null },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
  'person.rename': {
    prepare: async ({ database }) => {
      await sql`
        insert into people (person_id, created_at) values ('usr_admin', now()) on conflict do nothing`.execute(
        database,
      )
      return { name: `Ada ${createToken()}` }
    },
    refused: { name: '' },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
  'login.end_all': {
    prepare: async (services, orgId) => {
      await addSession(services, (await addPerson(services, orgId)).personId)
      return {}
    },
    refused: { personId: 'usr_missing' },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
  'session.end': {
    prepare: async (services) => {
      await sql`
        insert into people (person_id, created_at) values ('usr_admin', now()) on conflict do nothing`.execute(
        services.database,
      )
      return { sessionId: await addSession(services, 'usr_admin') }
    },
    refused: { sessionId: 'ses_missing' },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
  'session.end_others': {
    prepare: async (services) => {
      await sql`
        insert into people (person_id, created_at) values ('usr_admin', now()) on conflict do nothing`.execute(
        services.database,
      )
      await addSession(services, 'usr_admin')
      return { sessionId: await addSession(services, 'usr_admin') }
    },
    refused: { sessionId: 1 },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
  'demo.create_admin': {
    prepare: async ({ database }) => {
      await sql`
        insert into workspaces (org_id, name, plan, account_intelligence, analysis_allowance)
        values ('org_demo', 'Demo', 'demo', true, 1) on conflict do nothing`.execute(database)
      await sql`delete from memberships where org_id = 'org_demo'`.execute(database)
      return {}
    },
    refused: { orgId: 'org_x' },
    actsIn: 'org_demo',
  },
}

/** A person with a role in a workspace. */
export async function addPerson(
  services: ActServices,
  orgId: string,
  { role = 'member', email = freshAddress(), isOperator = false }: PersonOptions = {},
): Promise<{ personId: string }> {
  const nowMs = services.nowMs()
  return inTransaction(services, async (transaction) => {
    const { personId } = await createPerson(transaction, { email, name: null, isOperator, nowMs })
    await setMembership(transaction, { orgId, personId, role, nowMs })
    return { personId }
  })
}

async function addDisabled(services: ActServices, orgId: string): Promise<{ personId: string }> {
  const { personId } = await addPerson(services, orgId)
  const disabling = { personId, isDisabled: true, nowMs: Date.now() }
  await inTransaction(services, (transaction) => setPersonDisabled(transaction, disabling))
  return { personId }
}

type PersonOptions = { role?: Role; email?: string | null; isOperator?: boolean }

/** Returns the token of a new login link. */
async function addLink(services: ActServices, personId: string): Promise<string> {
  const token = createToken()
  const nowMs = services.nowMs()
  const link = { tokenSha256: hashToken(token), personId, nowMs, endsMs: nowMs + hourMs }
  await inTransaction(services, (transaction) => createLoginLink(transaction, link))
  return token
}

async function addLoggedIn(services: ActServices, orgId: string): Promise<{ personId: string }> {
  const { personId } = await addPerson(services, orgId)
  await addSession(services, personId)
  return { personId }
}

export async function addInvitation(services: ActServices, orgId: string, role: Role = 'member') {
  const token = createToken()
  const nowMs = services.nowMs()
  const email = freshAddress()
  const { invitationId } = await inTransaction(services, (transaction) =>
    createInvitation(transaction, {
      ...{ orgId, email, role, isOperator: false, logsIn: true, invitedBy: { kind: 'cli', id: 'root' } },
      ...{ tokenSha256: hashToken(token), nowMs, endsMs: nowMs + hourMs },
    }),
  )
  return { token, invitationId, email }
}

async function addDevice({ database, nowMs }: Pick<ActServices, 'database' | 'nowMs'>) {
  const [deviceCode, userCode, startedMs] = [createToken(), createUserCode(), nowMs()]
  const userSha256 = hash('sha256', userCode, 'buffer')
  await createDeviceLogin(database, {
    ...{ deviceSha256: hashToken(deviceCode), userSha256, hostName: 'laptop', address: '203.0.113.9' },
    ...{ agent: null, nowMs: startedMs, endsMs: startedMs + hourMs, intervalSeconds: 5 },
  })
  return { deviceCode, userCode, userSha256 }
}

async function addSession(services: ActServices, personId: string): Promise<string> {
  const nowMs = services.nowMs()
  const session = { personId, nowMs, endsMs: nowMs + hourMs, address: '192.0.2.1', agent: null }
  const { sessionId } = await inTransaction(services, (transaction) =>
    createSession(transaction, { ...session, tokenSha256: hashToken(createToken()) }),
  )
  return sessionId
}

function identityOf(subject: string) {
  return { issuer: 'https://id.example.com', subject, name: null, agent: null, domains: [] }
}

function freshAddress(): string {
  return `${randomUUID()}@example.com`
}

function inTransaction<Result>(
  { database }: ActServices,
  work: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(work)
}
