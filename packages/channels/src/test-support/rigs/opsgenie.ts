import { allApiUrls } from '@signalpost/testing'
import { findOpsgenieTexts, type OpsgenieServer, startOpsgenieServer } from '@signalpost/testing/services'
import { opsgenie } from '../../opsgenie/opsgenie.ts'
import type { Connect, Rig, StartRigs } from '../channel-rig.ts'
import { rowsOfService } from './service-rows.ts'

export const startOpsgenieRigs: StartRigs = async (connect) => {
  const server = await startOpsgenieServer()
  return { rigs: [opsgenieRig(server, connect)], close: server.close }
}

function opsgenieRig(server: OpsgenieServer, connect: Connect): Rig {
  return {
    name: 'opsgenie',
    channel: opsgenie,
    isPerSignal: true,
    services: connect({ apiUrls: allApiUrls(server.url) }),
    settings: {},
    secrets: { apiKey: server.apiKey },
    unreachable: ['http://127.0.0.1:1', 'http://nobody.invalid'].map((url) => ({
      services: connect({ apiUrls: allApiUrls(url) }),
    })),
    arrivals: () =>
      server.alerts
        .flatMap(({ created }) => created)
        .map((alert) => ({ shown: findOpsgenieTexts(alert), repeatable: alert })),
    reset: () => {
      server.alerts.length = 0
      server.requests.length = 0
      server.troubles.clear()
    },
    rows: rowsOfService(server),
  }
}
