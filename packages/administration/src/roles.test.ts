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
import { performAct } from './perform-act.ts'

/** The least that each act demands, as docs/people.md states it. */
const demandOfAct: Record<string, Demand> = {
  'alert.replay': 'member',
  'canary.disable': 'operator',
  'canary.enable': 'operator',
  'channel.create': 'admin',
  'channel.disable': 'admin',
  'channel.edit': 'admin',
  'channel.enable': 'admin',
  'channel.lift': 'admin',
  'channel.map_users': 'admin',
  'channel.pause': 'admin',
  'channel.resume': 'admin',
  'channel.rotate': 'admin',
  'channel.test': 'member',
  'collection.create': 'member',
  'collection.delete': 'member',
  'collection.rename': 'member',
  'connection.create': 'admin',
  'connection.delete': 'admin',
  'connection.set_budget': 'admin',
  'deal.create': 'member',
  'deal.update': 'member',
  'delivery.discard': 'admin',
  'delivery.replay': 'member',
  'demo.create_admin': 'operator',
  'demo.credentials': 'operator',
  'escalation.create': 'admin',
  'escalation.edit': 'admin',
  'escalation.end': 'admin',
  'invitation.revoke': 'admin',
  'job.stop': 'admin',
  'key.create': 'admin',
  'key.revoke': 'admin',
  'key.rotate_master': 'operator',
  'listener.create': 'admin',
  'listener.delete': 'admin',
  'listener.edit': 'admin',
  'listener.freeze_weights': 'admin',
  'listener.pause': 'admin',
  'listener.reset_weights': 'admin',
  'listener.resume': 'admin',
  'listener.run': 'admin',
  'listener.thaw_weights': 'admin',
  'login.by_invitation': 'nobody',
  'login.by_link': 'nobody',
  'login.by_oidc': 'nobody',
  'login.create_link': 'operator',
  'login.end_all': 'operator',
  'message.replay': 'member',
  'note.create': 'member',
  'person.disable': 'operator',
  'person.edit': 'admin',
  'person.enable': 'operator',
  'person.end': 'admin',
  'person.end_sessions': 'admin',
  'person.free_address': 'operator',
  'person.invite': 'admin',
  'person.rename': 'person',
  'person.set_operator': 'operator',
  'rule.create': 'admin',
  'rule.delete': 'admin',
  'rule.disable': 'admin',
  'rule.edit': 'admin',
  'rule.enable': 'admin',
  'rule.move': 'admin',
  'session.end': 'person',
  'session.end_others': 'person',
  'signal.acknowledge': 'member',
  'signal.assign': 'member',
  'signal.erase': 'admin',
  'signal.judge': 'member',
  'signal.read': 'member',
  'signal.remove': 'member',
  'signal.save': 'member',
  'silence.create': 'member',
  'silence.end': 'member',
  'source.create': 'admin',
  'source.disable': 'admin',
  'source.edit': 'admin',
  'source.enable': 'admin',
  'source.end_secret': 'admin',
  'source.rotate': 'admin',
  'warehouse.backfill': 'admin',
  'warehouse.create': 'admin',
  'warehouse.drop': 'admin',
  'warehouse.edit': 'admin',
  'warehouse.pause': 'admin',
  'warehouse.repair': 'admin',
  'warehouse.resume': 'admin',
  'warehouse.sync': 'member',
  'warehouse.verify': 'member',
  'workspace.create': 'operator',
  'workspace.set_fallback_channel': 'admin',
  'workspace.update': 'operator',
}

/** Acts that show a secret, erase data or change people. */
const needRecentLogin = [
  'channel.rotate',
  'demo.create_admin',
  'demo.credentials',
  'invitation.revoke',
  'key.create',
  'login.create_link',
  'login.end_all',
  'person.disable',
  'person.edit',
  'person.enable',
  'person.end',
  'person.end_sessions',
  'person.free_address',
  'person.invite',
  'person.set_operator',
  'signal.erase',
  'source.create',
  'source.rotate',
  'warehouse.create',
  'warehouse.drop',
]

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

test('every act demands what the documents state', () => {
  expect(Object.fromEntries(acts.map(({ name, demands }) => [name, demands]))).toEqual(demandOfAct)
  const recent = acts.flatMap((act) => ('needsRecentLogin' in act && act.needsRecentLogin ? [act.name] : []))
  expect(recent.toSorted()).toEqual(needRecentLogin)
})

describe.each(callers)('%s', (_name, caller, allowed) => {
  test.each(Object.entries(demandOfAct))(
    'passes the role check of %s, which demands %s, only with such a role',
    async (name, demand) => {
      expect((await codeOf(caller, name)) === 'forbidden').toBe(!allowed.includes(demand))
    },
  )
})

describe('a person who logged in 15 minutes ago', () => {
  const old = { ...person('admin', true), loggedInAtMs: nowMs - 15 * 60_000 }

  test.each(Object.keys(demandOfAct))(
    'must log in again for %s only if it demands a recent login',
    async (name) => {
      expect((await codeOf(old, name)) === 'login_required').toBe(needRecentLogin.includes(name))
      expect(await codeOf({ ...old, loggedInAtMs: old.loggedInAtMs + 1 }, name)).not.toBe('login_required')
    },
  )
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
