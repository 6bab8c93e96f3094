import { findTeamsTexts, startTeamsServer, type TeamsServer } from '@signalpost/testing/services'
import { teams } from '../../teams/teams.ts'
import { type Connect, type Rig, rowMaker, type StartRigs } from '../channel-rig.ts'
import { rowsOfService, unreachableUrls } from './service-rows.ts'

export const startTeamsRigs: StartRigs = async (connect) => {
  const server = await startTeamsServer()
  return { rigs: [teamsRig(server, connect)], close: server.close }
}

function teamsRig(server: TeamsServer, connect: Connect): Rig {
  const row = rowMaker(server.troubles)
  const inner = (status: number) => ({
    status: 200,
    body: `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error ${status} with ContextId x`,
  })
  return {
    name: 'teams',
    channel: teams,
    services: connect(),
    settings: {},
    secrets: { webhookUrl: server.webhookUrl },
    unreachable: unreachableUrls('/workflows/x').map((webhookUrl) => ({ secrets: { webhookUrl } })),
    arrivals: () => server.cards.map((card) => ({ shown: findTeamsTexts(card), repeatable: card })),
    reset: () => {
      server.cards.length = 0
      server.requests.length = 0
      server.troubles.clear()
    },
    rows: [
      ...rowsOfService(server),
      row('a limit inside a success', inner(429), { outcome: 'throttled', retryAfterMs: 30_000 }),
      row('a refusal inside a success', inner(400), { outcome: 'rejected', code: 'http_400' }),
    ],
  }
}
