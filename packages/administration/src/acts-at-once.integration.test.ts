import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acts } from './acts.ts'
import type { Act } from './define-act.ts'
import { performAct } from './perform-act.ts'
import type { CaseServices } from './test-support/act-case.ts'
import { actCases, addWorkspace } from './test-support/act-cases.ts'
import { admin } from './test-support/callers.ts'
import { openServices } from './test-support/open-services.ts'

let services: CaseServices
let close: () => Promise<void>
let workspaces = 0

beforeAll(async () => {
  ;({ services, close } = await openServices())
})

afterAll(() => close())

/** Those of the installation have one caller: a start, or a link that is locked. */
const shared = acts.filter(
  (act) =>
    'run' in act &&
    !['nobody', 'person'].includes(act.demands) &&
    !act.name.startsWith('demo.') &&
    actCases[act.name]?.isOutsideWorkspaces !== true,
)

test.each(shared.map((act) => [act.name, act] as const))(
  '%s twice at once leaves what it leaves one after the other',
  async (name, anyAct) => {
    // The cast: each case has an input for its act, which parses it.
    const act = anyAct as unknown as Act<never, unknown, CaseServices>
    // At once is within one millisecond: no act may tell by its time what it changed.
    const now = services.nowMs()
    const perform = (input: unknown, within: Partial<CaseServices> = {}) =>
      performAct({ ...services, nowMs: () => now, ...within }, { caller: admin, act, input: input as never })

    const apart = await prepare(name)
    await perform(apart)
    const second = await outcomeOf(perform(apart, { nowMs: () => now + 1 }))
    const leftApart = await takeRows()

    const atOnce = await prepare(name)
    let follower = Promise.resolve('')
    await services.database.transaction().execute(async (transaction) => {
      await perform(atOnce, { transaction } as Partial<CaseServices>)
      follower = outcomeOf(perform(atOnce))
      await waitsOrEnds(follower)
    })
    expect(await follower).toBe(second)
    expect(await takeRows()).toEqual(leftApart)
  },
)

async function prepare(name: string): Promise<Record<string, unknown>> {
  workspaces += 1
  const orgId = `org_${workspaces}`
  await addWorkspace(services, orgId)
  const input = await actCases[name]?.prepare(services, orgId)
  if (input === undefined) throw new Error(`${name} has no case.`)
  await takeRows()
  return input
}

function outcomeOf(done: Promise<unknown>): Promise<string> {
  return done.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
}

/** Returns once another transaction waits for a lock, or there is nothing to wait for. */
async function waitsOrEnds(work: Promise<unknown>): Promise<void> {
  let hasEnded = false
  void work.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      services.database,
    )
    if (rows.length > 0) return
  }
}

let seen = ''

/** Returns which members the acts since the last call changed, as the audit log says. */
async function takeRows(): Promise<unknown[]> {
  const { rows } = await sql<{ auditId: string; act: string; before: object | null; after: object | null }>`
    select audit_id as "auditId", act, before, after from audit_log where audit_id > ${seen} order by audit_id`.execute(
    services.database,
  )
  seen = rows.at(-1)?.auditId ?? seen
  return rows.map(({ act, before, after }) => [act, Object.keys(before ?? {}), Object.keys(after ?? {})])
}
