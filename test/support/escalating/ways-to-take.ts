import { randomBytes } from 'node:crypto'
import { createAcknowledgeTokens } from '@signalpost/channels'
import { createSecretBox, type Database } from '@signalpost/database'
import { createApiKey } from '@signalpost/database/access'
import { createChannel, mapChannelUsers } from '@signalpost/database/rules'
import { defaultCell } from '@signalpost/domain'
import { clickSlackButton } from '@signalpost/testing'
import { cliInProcess } from '../../../apps/cli/src/test-support/call-in-process.ts'
import { type OpenConsole, openConsole } from '../open-console.ts'
import type { Product } from '../product/start-product.ts'
import { sendSigned } from '../sending/send-signed.ts'
import type { SignedSource } from '../sending/sender.ts'

type TakenSignal = { id: string; orgId: string }

/** A way in which people take a signal, by its name. Resolves to whether the product accepted it. */
export type WayToTake = { name: string; take: (signal: TakenSignal) => Promise<boolean> }

type Options = {
  databaseUrl: string
  masterKey: string
  sources: readonly SignedSource[]
  product: () => Product
}

const userId = 'usr_ada'
const slackUserId = 'U0ADA'
const timeoutMs = 10_000

/** What a workspace needs so that its signals can be taken from outside. */
type Access = { source: SignedSource; apiKey: string; slackChannelId: string; signingSecret: string }

/** Prepares every way that people have to assign or acknowledge a signal. Needs a console among the processes. */
export async function createWaysToTake(
  database: Database,
  { databaseUrl, masterKey, sources, product }: Options,
): Promise<{ prepare: () => Promise<void>; ways: readonly WayToTake[] }> {
  const access = new Map<string, Access>()
  for (const source of sources) access.set(source.orgId, await openWorkspace(database, { source, masterKey }))
  const accessOf = ({ orgId }: TakenSignal): Access => {
    const found = access.get(orgId)
    if (found === undefined) throw new Error(`${orgId} has no source`)
    return found
  }
  const tokens = createAcknowledgeTokens({
    masterKeys: [Buffer.from(masterKey, 'base64')],
    cell: defaultCell,
  })
  const cli = cliInProcess({
    ...{ DATABASE_URL: databaseUrl, SIGNALPOST_MASTER_KEY: masterKey },
    SIGNALPOST_INTAKE_URL: 'http://127.0.0.1:1',
  })
  let console: OpenConsole | undefined
  const intakeUrl = (): string => product().intakeUrls()[0] ?? ''
  const apiUrl = (): string => `http://127.0.0.1:${product().apis[0]?.port()}`

  const sendEvent = async (signal: TakenSignal, type: string, data: object): Promise<boolean> => {
    const { id, orgId } = signal
    const event = { id: `evt_${type}_${id}`, type, occurredAt: now(), orgId, data: { signalId: id, ...data } }
    const body = Buffer.from(JSON.stringify(event))
    const answer = await sendSigned(intakeUrl(), accessOf(signal).source, { body, agent: false, timeoutMs })
    return answer.status === 202
  }
  const callApi = async (
    signal: TakenSignal,
    { method, path, body }: { method: string; path: string; body: object },
  ): Promise<boolean> => {
    const answer = await fetch(`${apiUrl()}${path}`, {
      ...{ method, body: JSON.stringify(body) },
      headers: {
        authorization: `Bearer ${accessOf(signal).apiKey}`,
        'content-type': 'application/json',
      },
    })
    return answer.ok
  }
  const press = async (signal: TakenSignal, action: string): Promise<boolean> => {
    const { slackChannelId, signingSecret } = accessOf(signal)
    const actionId = `signalpost_${action}`
    const elements = [{ type: 'button', action_id: actionId, value: signal.id }]
    const answer = await clickSlackButton({
      ...{ interactionsUrl: `${intakeUrl()}/slack/interactions/${slackChannelId}`, signingSecret, actionId },
      message: {
        ...{ channel: 'C0TEST', ts: '1763600000.0001', text: 'A step', payload: {}, postedAtMs: 0, edits: 0 },
        blocks: [{ type: 'actions', elements }],
      },
      user: slackUserId,
    })
    return answer.ok
  }
  const change = (signal: TakenSignal, body: object): Promise<boolean> => {
    if (console === undefined) throw new Error('no one is logged in to the console')
    return console.change(signal.orgId, `signals/${signal.id}`, body)
  }
  const ways: WayToTake[] = [
    {
      name: 'event signal.acknowledged',
      take: (signal) => sendEvent(signal, 'signal.acknowledged', { acknowledgedAt: now(), by: userId }),
    },
    {
      name: 'event signal.assigned',
      take: (signal) =>
        sendEvent(signal, 'signal.assigned', { assignedTo: { userId, at: now(), by: userId } }),
    },
    {
      name: 'API, acknowledging',
      take: (signal) =>
        callApi(signal, { method: 'POST', path: `/v1/signals/${signal.id}/acknowledge`, body: {} }),
    },
    {
      name: 'API, assigning',
      take: (signal) =>
        callApi(signal, { method: 'PATCH', path: `/v1/results/${signal.id}/assign`, body: { userId } }),
    },
    { name: 'Slack, Acknowledge', take: (signal) => press(signal, 'acknowledge') },
    { name: 'Slack, Assign to me', take: (signal) => press(signal, 'assign') },
    {
      name: 'link in a mail',
      take: async ({ id: signalId, orgId }) => {
        const token = tokens.seal({ orgId, signalId, by: userId })
        return (await fetch(`${apiUrl()}/a/${token}`, { method: 'POST' })).ok
      },
    },
    { name: 'console, acknowledging', take: (signal) => change(signal, { acknowledged: true }) },
    { name: 'console, assigning', take: (signal) => change(signal, { assignedTo: userId }) },
    {
      name: 'command',
      take: async ({ id, orgId }) =>
        (await cli(['signal', 'acknowledge', id, '--workspace', orgId])).exitCode === 0,
    },
  ]
  return {
    ways,
    prepare: async () => {
      const consoleUrl = `http://127.0.0.1:${product().consoles[0]?.port()}`
      const orgIds = [...access.keys()]
      console = await openConsole({ databaseUrl, consoleUrl, orgIds, role: 'member' })
    },
  }
}

async function openWorkspace(
  database: Database,
  { source, masterKey }: { source: SignedSource; masterKey: string },
): Promise<Access> {
  const { orgId } = source
  const signingSecret = randomBytes(16).toString('hex')
  const secretBox = createSecretBox(Buffer.from(masterKey, 'base64'))
  const { apiKey } = await createApiKey(database, { orgId, scopes: ['pipeline:write'] })
  const { channelId: slackChannelId } = await createChannel(database, secretBox, {
    ...{ orgId, kind: 'slack', name: 'Slack', settings: { channel: 'C0TEST' } },
    secrets: { botToken: 'xoxb-test', signingSecret },
  })
  const users = [{ externalUserId: slackUserId, userId }]
  await mapChannelUsers(database, { channelId: slackChannelId, users })
  return { source, apiKey, slackChannelId, signingSecret }
}

function now(): string {
  return new Date().toISOString()
}
