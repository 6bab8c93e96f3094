import { type DiscordServer, findDiscordTexts, startDiscordServer } from '@signalpost/testing/services'
import { discord } from '../../discord/discord.ts'
import { type Connect, type Rig, rowMaker, type StartRigs } from '../channel-rig.ts'
import { rowsOfService, unreachableUrls } from './service-rows.ts'

export const startDiscordRigs: StartRigs = async (connect) => {
  const server = await startDiscordServer()
  return { rigs: [discordRig(server, connect)], close: server.close }
}

function discordRig(server: DiscordServer, connect: Connect): Rig {
  const row = rowMaker(server.troubles)
  return {
    name: 'discord',
    channel: discord,
    services: connect(),
    settings: {},
    secrets: { webhookUrl: server.webhookUrl },
    unreachable: unreachableUrls('/api/webhooks/1/x').map((webhookUrl) => ({ secrets: { webhookUrl } })),
    arrivals: () =>
      server.messages.map(({ payload }) => ({ shown: findDiscordTexts(payload), repeatable: payload })),
    reset: () => {
      server.messages.length = 0
      server.requests.length = 0
      server.troubles.clear()
    },
    rows: [
      ...rowsOfService(server),
      row(
        'a success in another format',
        { status: 200, body: '<html>' },
        { outcome: 'ambiguous', code: 'unexpected_answer' },
      ),
    ],
  }
}
