import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acts } from './acts.ts'
import type { Act } from './define-act.ts'
import { operations } from './operations/index.ts'
import { performAct } from './perform-act.ts'
import type { CaseServices } from './test-support/act-case.ts'
import { actCases, addWorkspace, canary } from './test-support/act-cases.ts'
import { admin, viewer } from './test-support/callers.ts'
import { privateText } from './test-support/cases/record-cases.ts'
import { openServices } from './test-support/open-services.ts'

let services: CaseServices
let close: () => Promise<void>
let workspaces = 0

beforeAll(async () => {
  ;({ services, close } = await openServices())
})

afterAll(() => close())

test('every act and operation has a case, and every case one of them', () => {
  const names = new Set([...acts, ...operations].map(({ name }) => name))
  expect(Object.keys(actCases).toSorted()).toEqual([...names].toSorted())
})

describe.each(acts.map((act) => [act.name, act] as const))('%s', (name, anyAct) => {
  // The cast: each case has an input for its act, which parses it.
  const act = anyAct as unknown as Act<never, unknown, CaseServices>
  const perform = (caller: typeof admin, input: unknown) =>
    performAct(services, { caller, act, input: input as never })

  test('leaves one audit row without secrets, in the transaction of the act', async () => {
    const { orgId, input } = await prepare(name)
    const before = await auditRows()
    const result = await perform(admin, input)
    const written = (await auditRows()).slice(before.length)
    expect(written).toHaveLength(1)
    expect(written[0]).toMatchObject({
      ...{ act: name, actor_kind: 'person', address: '192.0.2.1', request_id: 'req_1' },
      actor_id: act.demands === 'nobody' ? expect.stringMatching(/^usr_[0-9a-z]{26}$/) : 'usr_admin',
      org_id: actCases[name]?.isOfInstallation
        ? null
        : expect.stringContaining(actCases[name]?.actsIn ?? orgId),
    })
    expect(written[0]?.before === null && written[0].after === null).toBe(false)
    const { rows } = await sql<{ rows: string }>`
      select (select json_agg(a)::text from audit_log a) || coalesce((select json_agg(j)::text from jobs j), '') as rows`.execute(
      services.database,
    )
    for (const secret of [canary, privateText, ...secretsOf(result)])
      expect(rows[0]?.rows).not.toContain(secret)
  })

  test('leaves no audit row if it is refused', async () => {
    await prepare(name)
    const before = await auditRows()
    await expect(perform(admin, actCases[name]?.refused)).rejects.toThrow()
    expect(await auditRows()).toEqual(before)
  })

  if (!['nobody', 'person', 'viewer'].includes(act.demands)) {
    test('is refused to a caller without the role', async () => {
      const { input } = await prepare(name)
      const before = await auditRows()
      await expect(perform(viewer, input)).rejects.toMatchObject({ code: 'forbidden' })
      expect(await auditRows()).toEqual(before)
    })
  }

  if (actCases[name]?.isOutsideWorkspaces) return

  test('finds nothing of another workspace', async () => {
    const { input } = await prepare(name)
    if ('orgId' in input)
      return expect(perform({ ...admin, orgId: 'org_other' }, input)).rejects.toMatchObject({
        code: 'not_found',
      })
    await addWorkspace(services, `org_stranger_${workspaces}`)
    const stranger = { ...admin, orgId: `org_stranger_${workspaces}` }
    await expect(perform(stranger, input)).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('an act that changes nothing leaves no audit row', async () => {
  const { input } = await prepare('source.disable')
  const act = acts.find(({ name }) => name === 'source.disable') as unknown as Act<
    never,
    unknown,
    CaseServices
  >
  await performAct(services, { caller: admin, act, input: input as never })
  const before = await auditRows()
  await performAct(services, { caller: admin, act, input: input as never })
  expect(await auditRows()).toEqual(before)
})

test.each(['update audit_log set act = act', 'delete from audit_log', 'truncate audit_log'])(
  'the audit log refuses: %s',
  async (statement) => {
    await expect(sql.raw(statement).execute(services.database)).rejects.toThrow(/audit_log is append-only/)
  },
)

async function prepare(name: string): Promise<{ orgId: string; input: Record<string, unknown> }> {
  workspaces += 1
  const orgId = `org_${workspaces}`
  await addWorkspace(services, orgId)
  const input = await actCases[name]?.prepare(services, orgId)
  if (input === undefined) throw new Error(`${name} has no case.`)
  return { orgId, input }
}

/** Returns the secrets that a result shows once. */
function secretsOf(result: unknown): string[] {
  if (typeof result !== 'object' || result === null) return []
  return Object.entries(result).flatMap(([name, value]) =>
    ['secret', 'apiKey', 'token', 'url'].includes(name) && typeof value === 'string'
      ? [value.replace(/^.*#/, '')]
      : [],
  )
}

type AuditRow = { act: string; before: unknown; after: unknown }

async function auditRows(): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`select * from audit_log order by audit_id`.execute(services.database)
  return rows
}

test('a channel test that does not change the state leaves no audit row', async () => {
  const { input } = await prepare('channel.test')
  const act = acts.find(({ name }) => name === 'channel.test') as unknown as Act<never, unknown, CaseServices>
  const test = () => performAct(services, { caller: admin, act, input: input as never })
  await test()
  const before = await auditRows()
  expect(await test()).toMatchObject({ outcome: { outcome: 'disabled' }, channel: { state: 'disabled' } })
  expect(await auditRows()).toEqual(before)
})
