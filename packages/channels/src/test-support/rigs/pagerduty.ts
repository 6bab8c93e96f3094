import { allApiUrls } from '@signalpost/testing'
import { findPagerdutyTexts, type PagerdutyServer, startPagerdutyServer } from '@signalpost/testing/services'
import { pagerduty } from '../../pagerduty/pagerduty.ts'
import { type Connect, type Rig, rowMaker, type StartRigs } from '../channel-rig.ts'
import { rowsOfService } from './service-rows.ts'

export const startPagerdutyRigs: StartRigs = async (connect) => {
  const server = await startPagerdutyServer()
  return { rigs: [pagerdutyRig(server, connect)], close: server.close }
}

function pagerdutyRig(server: PagerdutyServer, connect: Connect): Rig {
  const row = rowMaker(server.troubles)
  const refusal = JSON.stringify({ status: 'invalid event', errors: ['Invalid routing key'] })
  return {
    name: 'pagerduty',
    channel: pagerduty,
    isPerSignal: true,
    services: connect({ apiUrls: allApiUrls(server.url) }),
    settings: {},
    secrets: { routingKey: server.routingKey },
    unreachable: ['http://127.0.0.1:1', 'http://nobody.invalid'].map((url) => ({
      services: connect({ apiUrls: allApiUrls(url) }),
    })),
    arrivals: () =>
      server.incidents
        .flatMap(({ events }) => events)
        .map((event) => ({ shown: findPagerdutyTexts(event), repeatable: event })),
    reset: () => {
      server.incidents.length = 0
      server.requests.length = 0
      server.troubles.clear()
    },
    rows: [
      ...rowsOfService(server),
      row(
        'a wrong key',
        { status: 400, body: refusal },
        { outcome: 'disabled', code: 'invalid_routing_key' },
      ),
    ],
  }
}
