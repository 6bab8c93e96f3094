import { type MailServer, startConnectProxy, startMailServer } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { callForJson } from '../../test-support/call-cli.ts'
import { cliInProcess } from '../../test-support/call-in-process.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

type Document = { [name: string]: unknown }
type Items = { items: Document[] }

let store: CliStore
let mail: MailServer
let personId: string

test.beforeAll(async ({ testDatabase }) => {
  mail = await startMailServer()
  store = openCliStore(testDatabase.url, { SIGNALPOST_CONSOLE_URL: 'https://console.example.com/' })
  await json(['workspace', 'create', '--id', 'org_acme', '--name', 'Acme'])
})

afterAll(async () => {
  await store.close()
  await mail.close()
})

const json = <Answer = Document>(args: string[]) => callForJson<Answer>(store.call, args)

const refusal = async (args: string[]) => {
  const { exitCode, stdout } = await store.call([...args, '--json'])
  return { exitCode, ...(JSON.parse(stdout) as Document) }
}

const inviteAnn = ['person', 'invite', '--email', 'Ann@Example.com', '--role', 'admin']

test('login reports that there is no operator yet', async () => {
  expect(await refusal(['login'])).toMatchObject({ exitCode: 1, code: 'not_found' })
})

test('person invite prints a link that is valid for 7 days', async () => {
  const invited = await json(inviteAnn)
  expect(invited).toMatchObject({
    invitationId: expect.stringMatching(/^inv_/),
    email: 'ann@example.com',
    role: 'admin',
    url: expect.stringMatching(/^https:\/\/console\.example\.com\/login#[A-Za-z0-9_-]{43}$/),
  })
  expect((Date.parse(String(invited.expiresAt)) - Date.now()) / 86_400_000).toBeCloseTo(7, 1)
})

test('person invite mails the link where SMTP is configured', async () => {
  const smtp = { SIGNALPOST_SMTP_URL: mail.url, SIGNALPOST_MAIL_FROM: 'post@example.com' }
  const call = cliInProcess({ ...store.environment, ...smtp })
  const invited = await callForJson<Document>(call, [...inviteAnn.slice(0, -1), 'viewer', '--operator'])
  expect(mail.mails).toHaveLength(1)
  expect(mail.mails[0]).toMatchObject({ to: 'ann@example.com' })
  expect(mail.mails[0]?.parsed.text).toContain(String(invited.url))
})

test.each([
  ['--email', 'ann'],
  ['--email', 'Ann <ann@example.com>'],
  ['--role', 'owner'],
])('person invite refuses %s %s', async (name, value) => {
  const args = [...inviteAnn]
  args[args.indexOf(name) + 1] = value
  const { exitCode, stderr } = await store.call(args)
  expect(exitCode).toBe(2)
  expect(stderr).toContain(`${name}: expected`)
})

test('invitation list shows no token, and invitation revoke ends it', async () => {
  const { items } = await json<Items>(['invitation', 'list'])
  expect(items).toMatchObject([
    { email: 'ann@example.com', role: 'viewer', isOperator: true, revokedAt: null },
    { role: 'admin', revokedAt: expect.any(String) },
  ])
  expect(JSON.stringify(items)).not.toMatch(/token|sha256/i)
  const id = String(items[0]?.invitationId)
  expect(await json(['invitation', 'revoke', id])).toMatchObject({ revokedAt: expect.any(String) })
  expect(await refusal(['invitation', 'revoke', 'inv_none'])).toMatchObject({
    exitCode: 1,
    code: 'not_found',
  })
})

describe('a person', () => {
  test.beforeAll(async () => {
    personId = 'usr_first'
    await store.pool.query(
      `insert into people (person_id, email, is_operator, created_at) values ($1, 'first@example.com', true, now())`,
      [personId],
    )
    await store.pool.query(
      `insert into memberships (org_id, person_id, role, created_at) values ('org_acme', $1, 'admin', now())`,
      [personId],
    )
  })

  test('is listed with the role and the last login', async () => {
    const shown = { personId, email: 'first@example.com', role: 'admin', operator: true, lastSeenAt: null }
    expect((await json<Items>(['person', 'list', '--workspace', 'org_acme'])).items).toMatchObject([shown])
    expect((await json<Items>(['person', 'list'])).items).toMatchObject([{ ...shown, orgId: 'org_acme' }])
    const { stdout } = await store.call(['person', 'list'])
    expect(stdout).toMatch(/^PERSON +NAME +EMAIL +WORKSPACE .*\n\w+ .*first@example\.com +org_acme /)
    expect(await refusal(['person', 'list', '--workspace', 'org_none'])).toMatchObject({ code: 'not_found' })
  })

  test.each([[[]], [['--person', 'usr_first']]])(
    'gets a link that is valid for 10 minutes: login %j',
    async (args) => {
      const link = await json(['login', ...args])
      expect(link).toEqual({
        url: expect.stringMatching(/^https:\/\/console\.example\.com\/login#[A-Za-z0-9_-]{43}$/),
        personId,
        expiresAt: expect.any(String),
      })
      expect((Date.parse(String(link.expiresAt)) - Date.now()) / 60_000).toBeCloseTo(10, 0)
    },
  )

  test('has sessions that an operator lists and ends', async () => {
    await store.pool.query(
      `insert into sessions (session_id, token_sha256, person_id, created_at, used_at, ends_at, address, agent)
       values ('ses_1', 'x', $1, now(), now(), now() + interval '1 day', '192.0.2.1', 'Firefox')`,
      [personId],
    )
    const { items } = await json<Items>(['person', 'sessions', personId])
    expect(items).toMatchObject([{ sessionId: 'ses_1', address: '192.0.2.1', agent: 'Firefox' }])
    expect(await json(['person', 'end-sessions', personId])).toEqual({ personId, ended: ['ses_1'] })
    expect((await json<Items>(['person', 'sessions', personId])).items).toEqual([])
  })

  test('changes role, is disabled and enabled, and leaves the workspace, even as the last admin', async () => {
    const edit = ['person', 'edit', personId, '--role', 'member']
    expect(await json(edit)).toEqual({ orgId: 'org_acme', personId, role: 'member' })
    expect(await json(['person', 'disable', personId])).toMatchObject({ disabledAt: expect.any(String) })
    expect(await refusal(['login', '--person', personId])).toMatchObject({ exitCode: 1, code: 'conflict' })
    expect(await json(['person', 'enable', personId])).toMatchObject({ disabledAt: null })
    expect(await json(['person', 'end', personId])).toEqual({ orgId: 'org_acme', personId })
    expect(await refusal(['person', 'end', personId])).toMatchObject({ exitCode: 1, code: 'not_found' })
  })

  test('becomes an operator and a plain person again, but never if no other is left', async () => {
    const edit = (value: string) => ['person', 'edit', personId, '--operator', value]
    expect(await refusal(edit('off'))).toMatchObject({ exitCode: 1, code: 'conflict' })
    await store.pool.query(
      `insert into people (person_id, is_operator, created_at) values ('usr_second', true, now())`,
    )
    expect(await json(edit('off'))).toEqual({ personId, operator: 'off' })
    expect(await json(edit('on'))).toEqual({ personId, operator: 'on' })
    await store.pool.query(`delete from people where person_id = 'usr_second'`)
    const nothing = await store.call(['person', 'edit', personId])
    expect([nothing.exitCode, nothing.stderr]).toEqual([
      2,
      expect.stringContaining('--role, --name or --operator'),
    ])
  })

  test('leaves an audit row for each change', async () => {
    const { items } = await json<Items>(['audit', 'list', '--limit', '20'])
    const acts = items.map(({ act }) => act)
    expect(acts.slice(0, 7)).toEqual([
      'person.set_operator',
      'person.set_operator',
      'person.end',
      'person.enable',
      'person.disable',
      'person.edit',
      'person.end_sessions',
    ])
  })
})

test('person invite mails through the proxy, which alone can resolve the name of the server', async () => {
  const proxy = await startConnectProxy(mail.port, { login: { user: 'user', password: 'secret' } })
  const call = cliInProcess({
    ...store.environment,
    SIGNALPOST_SMTP_URL: 'smtp://mail.example.com:2525',
    SIGNALPOST_MAIL_FROM: 'post@example.com',
    SIGNALPOST_OUTGOING_PROXY: `http://user:secret@127.0.0.1:${proxy.port}`,
  })
  const sent = mail.mails.length
  await callForJson<Document>(call, [...inviteAnn.slice(0, -1), 'viewer', '--operator'])
  expect(mail.mails).toHaveLength(sent + 1)
  expect(proxy.asked).toEqual(['mail.example.com:2525'])
  await proxy.close()
})

test('person free-address takes the address of a disabled person alone', async () => {
  await store.pool.query(
    `insert into people (person_id, email, created_at) values ('usr_gone', 'gone@example.com', now())`,
  )
  const free = ['person', 'free-address', 'usr_gone']
  expect(await refusal(free)).toMatchObject({ exitCode: 1, code: 'conflict' })
  await json(['person', 'disable', 'usr_gone'])
  expect(await json(free)).toMatchObject({ personId: 'usr_gone', email: null })
})

test('person log-out-all ends all sessions, links and invitations', async () => {
  await json(['person', 'invite', '--email', 'late@example.com', '--role', 'viewer'])
  await store.pool.query(
    `insert into sessions (session_id, token_sha256, person_id, created_at, used_at, ends_at, address)
     values ('ses_2', 'y', 'usr_gone', now(), now(), now() + interval '1 day', '192.0.2.1')`,
  )
  const ended = await json(['person', 'log-out-all', '--yes'])
  expect(ended).toMatchObject({ sessions: 1, invitations: expect.any(Number) })
  const { rows } = await store.pool.query(
    'select from invitations where used_at is null and revoked_at is null and ends_at > now()',
  )
  expect(rows).toEqual([])
})

test('person invite leads to the identity provider where links are closed', async () => {
  const oidc = {
    SIGNALPOST_OIDC_ISSUER: 'https://id.example.com',
    ...{ SIGNALPOST_OIDC_CLIENT_ID: 'x', SIGNALPOST_OIDC_CLIENT_SECRET: 'y', SIGNALPOST_LOGIN_WAYS: 'oidc' },
  }
  const call = cliInProcess({ ...store.environment, ...oidc })
  const invited = await callForJson<Document>(call, [
    'person',
    'invite',
    '--email',
    'sso@example.com',
    '--role',
    'viewer',
  ])
  expect(invited.url).toBe('https://console.example.com/login')
})
