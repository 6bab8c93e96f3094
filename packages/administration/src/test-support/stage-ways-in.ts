import type { Caller } from '@signalpost/authorization'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createLoginLinkAct } from '../login/create-login-link.ts'
import { performAct } from '../perform-act.ts'
import { invitePersonAct } from '../person/invite-person.ts'
import { createWaysIn } from '../ways-in/create-ways-in.ts'
import type { NewSession, Visitor, WaysIn } from '../ways-in/ways-in.ts'
import type { CaseServices } from './act-case.ts'
import { addWorkspace } from './act-cases.ts'
import { admin } from './callers.ts'
import { addPerson } from './cases/person-cases.ts'
import { openServices } from './open-services.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const cli: Caller = { ...admin, actor: { kind: 'cli', id: 'root' } }
export const refusal = {
  code: 'unauthorized',
  message: 'This link is not valid or has expired. Ask for another one.',
}

export type WaysInStage = {
  /** What the services take for the present. Each test begins on another day, none before today. */
  nowMs: number
  services: CaseServices
  waysIn: WaysIn
  /** A workspace of this test alone. */
  orgId: string
  /** Each visitor has an address of its own, so the limits of one test leave others alone. */
  visitor: (address?: string) => Visitor
  /** Creates a link. Returns its token. */
  linkFor: (personId: string) => Promise<string>
  /** Invites a person. Returns the token. */
  invite: (input: { email: string; role: 'viewer' | 'member' | 'admin' }, caller?: Caller) => Promise<string>
  /** Adds a person and logs them in. */
  logIn: (options?: Parameters<typeof addPerson>[2]) => Promise<NewSession & { personId: string }>
}

/** Sets the scene for the tests of a file: ways in without a mail server. Its members are there once the tests run. */
export function stageWaysIn(): WaysInStage {
  const stage = {
    nowMs: Date.now(), // an identity provider goes by the machine's clock
    ...{ visitor, linkFor, invite, logIn },
  } as WaysInStage // the rest follows below
  let close: () => Promise<void>
  let addresses = 0
  let workspaces = 0

  beforeAll(async () => {
    const opened = await openServices()
    stage.services = { ...opened.services, nowMs: () => stage.nowMs }
    close = opened.close
    stage.waysIn = createWaysIn({
      ...stage.services,
      oidc: undefined,
      onError: (error) => expect.unreachable(String(error)),
    })
  })

  afterAll(async () => {
    await stage.waysIn.close()
    await close()
  })

  beforeEach(async () => {
    stage.nowMs = (Math.floor(stage.nowMs / (24 * hourMs)) + 1) * 24 * hourMs
    workspaces += 1
    stage.orgId = `org_${workspaces}`
    await addWorkspace(stage.services, stage.orgId)
  })

  function visitor(address?: string): Visitor {
    addresses += 1
    return {
      address: address ?? `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`,
      agent: 'Firefox',
      requestId: 'req_1',
    }
  }

  async function linkFor(personId: string): Promise<string> {
    const link = { caller: cli, act: createLoginLinkAct, input: { personId } }
    return tokenOf(await performAct(stage.services, link))
  }

  async function invite(
    input: { email: string; role: 'viewer' | 'member' | 'admin' },
    caller: Caller = cli,
  ): Promise<string> {
    const invitation = { caller, act: invitePersonAct, input: { orgId: stage.orgId, ...input } }
    return tokenOf(await performAct(stage.services, invitation))
  }

  async function logIn(options?: Parameters<typeof addPerson>[2]) {
    const { personId } = await addPerson(stage.services, stage.orgId, options)
    return { personId, ...(await stage.waysIn.logInByToken(await linkFor(personId), visitor())) }
  }

  return stage
}

export function tokenOf({ url = '' }: { url?: string }): string {
  return url.replace(/^.*#/, '')
}
