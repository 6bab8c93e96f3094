import {
  type Caller,
  commandLineCaller,
  type Demand,
  systemCaller,
  visitorCaller,
} from '@signalpost/authorization'
import { describe, expect, test } from 'vitest'
import { acts } from './acts.ts'
import type { Act, ActServices } from './define-act.ts'
import type { Call } from './define-operation.ts'
import { operations } from './operations/index.ts'
import { performAct } from './perform-act.ts'

const named = new Map([...acts, ...operations].map((one) => [one.name, one]))
const demands = [...named.values()].map(({ name, demands: least, ...one }) => {
  return { name, least, isRecent: 'needsRecentLogin' in one && one.needsRecentLogin === true }
})
const ofActs = demands.filter(({ name }) => acts.some((act) => act.name === name))
const ofOthers = demands.filter((one) => !ofActs.includes(one))

const nowMs = Date.parse('2026-11-20T09:00:00.000Z')
const from = { address: '192.0.2.1', requestId: 'req_1' }

function person(role: Caller['role'], isOperator = false): Caller {
  const actor = { kind: 'person', id: 'usr_1' } as const
  return { actor, orgId: 'org_a', role, isOperator, loggedInAtMs: nowMs, ...from }
}

/** What each caller may do in its workspace. */
const callers: [string, Caller, Demand[]][] = [
  ['a visitor', visitorCaller(from), ['nobody']],
  ['a viewer', person('viewer'), ['nobody', 'person', 'viewer']],
  ['a member', person('member'), ['nobody', 'person', 'viewer', 'member']],
  ['an admin', person('admin'), ['nobody', 'person', 'viewer', 'member', 'admin']],
  ['an operator without a role', person(undefined, true), ['nobody', 'person', 'operator']],
  [
    'an API key',
    { ...person('admin', true), actor: { kind: 'key', id: 'key' } },
    ['nobody', 'viewer', 'member'],
  ],
  ['the command line', commandLineCaller('root'), ['nobody', 'viewer', 'member', 'admin', 'operator']],
  ['the system', systemCaller('start'), ['nobody', 'viewer', 'member', 'admin', 'operator']],
]

test('what each act and read demands is what was decided', async () => {
  const lines = demands.map(
    ({ name, least, isRecent }) => `${name}: ${least}${isRecent ? ', recent login' : ''}`,
  )
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('golden/demands.txt')
})

describe.each(callers)('%s', (_name, caller, allowed) => {
  test.each(ofActs)('passes the role check of $name only with the role $least', async ({ name, least }) => {
    expect((await codeOf(caller, name)) === 'forbidden').toBe(!allowed.includes(least))
  })

  test.each(ofOthers)('reads or chooses by $name only with the role $least', async ({ name, least }) => {
    expect((await codeOfOther(caller, name)) === 'forbidden').toBe(!allowed.includes(least))
  })
})

describe('a person who logged in 15 minutes ago', () => {
  const old = { ...person('admin', true), loggedInAtMs: nowMs - 15 * 60_000 }

  test.each(ofActs)('must log in again for $name: $isRecent', async ({ name, isRecent }) => {
    expect((await codeOf(old, name)) === 'login_required').toBe(isRecent)
    expect(await codeOf({ ...old, loggedInAtMs: old.loggedInAtMs + 1 }, name)).not.toBe('login_required')
  })
})

/** Performs an act without an input and returns the code of its refusal. An allowed caller gets past the role check. */
async function codeOf(caller: Caller, name: string): Promise<unknown> {
  // The casts: no act reaches its input or a service.
  const act = acts.find((one) => one.name === name) as unknown as Act<never, unknown>
  const services = { nowMs: () => nowMs } as ActServices
  return performAct(services, { caller, act, input: {} as never }).then(
    () => expect.unreachable('there is no store'),
    (error: { code?: string }) => error.code,
  )
}

/** As `codeOf`, of a read or of a choice between acts. */
async function codeOfOther(caller: Caller, name: string): Promise<unknown> {
  // The casts: none of them reaches a service that it needs.
  const operation = operations.find((one) => one.name === name) as unknown as {
    [face in 'perform' | 'answer' | 'answerPage']?: (
      services: ActServices,
      call: Call,
      page: { limit: number; after: undefined },
    ) => Promise<unknown>
  }
  const services = { nowMs: () => nowMs } as ActServices
  const call = operation.perform ?? operation.answer ?? operation.answerPage
  return call?.(services, { caller, input: {} }, { limit: 1, after: undefined }).then(
    () => expect.unreachable('there is no store'),
    (error: { code?: string }) => error.code,
  )
}
