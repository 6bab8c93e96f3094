import { type Service, startService } from '@signalpost/testing/services'
import { http } from '../../http/http.ts'
import type { Connect, Rig, StartRigs } from '../channel-rig.ts'
import { rowsOfService, unreachableUrls } from './service-rows.ts'

type Received = { body: string; key: unknown }

export const startHttpRigs: StartRigs = async (connect) => {
  const received: Received[] = []
  const server = await startService(({ body, headers }) => {
    if (headers.authorization !== 'Bearer token-of-the-receiver') return { status: 401 }
    received.push({ body, key: headers['idempotency-key'] })
    return { status: 200, body: 'ok' }
  })
  return { rigs: [httpRig(server, received, connect)], close: server.close }
}

function httpRig(server: Service, received: Received[], connect: Connect): Rig {
  return {
    name: 'http',
    channel: http,
    services: connect(),
    settings: { url: `${server.url}/notes` },
    secrets: { header: 'Authorization: Bearer token-of-the-receiver\nX-Team: sales' },
    unreachable: unreachableUrls('/notes').map((url) => ({ settings: { url } })),
    arrivals: () =>
      received.map(({ body, key }) => ({
        shown: Object.values<unknown>(JSON.parse(body)).map(String).join('\n'),
        repeatable: [body, key],
      })),
    reset: () => {
      received.length = 0
      server.requests.length = 0
      server.troubles.clear()
    },
    rows: rowsOfService(server),
  }
}
