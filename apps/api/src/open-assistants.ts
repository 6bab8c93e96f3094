import {
  assistantAddressesOf,
  createAssistantFinder,
  createOauthServer,
  isOurHost,
} from '@signalpost/authorization/oauth'
import { createSecretBox, type DatabasePool, isStoreFault } from '@signalpost/database'
import { createOutgoing, type Outgoing } from '@signalpost/outgoing'
import { type Logger, noNetworks } from '@signalpost/runtime'
import type { Router } from 'express'
import type { Registry } from 'prom-client'
import type { ApiConfig } from './config.ts'
import { type AssistantAdmission, assistantEndpoint } from './mcp/assistant-endpoint.ts'
import { createAssistantMetrics } from './mcp/assistant-metrics.ts'
import { createCallLog } from './mcp/call-log.ts'
import { createOauthLimits } from './oauth/oauth-limits.ts'
import { oauthRoutes } from './oauth/oauth-routes.ts'
import { renderProblem } from './oauth/problem-page.ts'

type Options = {
  services: Parameters<typeof assistantEndpoint>[0]['services']
  pool: DatabasePool
  logger: Logger
  registry: Registry
  /** Fetches the metadata documents of OAuth clients. */
  clientDocuments: Outgoing | undefined
  /** What lets assistants in; by default those that the authorization server let in. */
  admission: AssistantAdmission | undefined
}

/** Builds the authorization server and `/mcp`, where the installation has the addresses that they need. */
export function openAssistants(
  config: ApiConfig,
  { services, pool, logger, registry, clientDocuments, admission: given }: Options,
): { routers: Router[]; close: () => Promise<void> } {
  const { database, nowMs } = services
  const { trustedProxies, masterKeys } = config
  const addresses = assistantAddressesOf({ ...config, apiPort: config.port })
  // Strangers choose these addresses, so none may be private.
  const outgoing =
    clientDocuments ?? createOutgoing({ allowedNetworks: noNetworks, proxy: config.outgoingProxy })
  const metrics = createAssistantMetrics(registry)
  const calls = createCallLog({
    ...{ database, metrics, nowMs },
    onError: (error) => logger.warn({ err: error }, 'assistant.call-unrecorded'),
  })
  const routers: Router[] = []
  let admission = given
  if (!('missing' in addresses)) {
    const limits = createOauthLimits({ database, nowMs, trustedProxies })
    const server = createOauthServer({
      ...{ addresses, database, nowMs, renderProblem, outgoing, masterKeys, mayFetch: limits.mayFetch },
      secretBox: createSecretBox(...masterKeys),
      reuseMs: config.oauthReuseMs,
      onToken: metrics.countToken,
      onReuse: () => {
        metrics.countReuse()
        logger.warn('oauth.token-reused')
      },
      onFault: (error) => {
        const isAway = isStoreFault(error)
        logger[isAway ? 'warn' : 'error']({ err: error }, 'oauth.failed')
        return isAway ? 503 : 500
      },
    })
    routers.push(oauthRoutes({ addresses, server, limits }))
    admission ??= {
      addresses,
      isOurHost: (host) => isOurHost(addresses, host),
      findAssistant: createAssistantFinder({ addresses, database, pool, nowMs }),
    }
  }
  if (admission !== undefined) {
    const call = { services, trustedProxies, logger, metrics, onCall: calls.record }
    routers.push(assistantEndpoint({ ...admission, ...call }))
  }
  return {
    routers,
    close: async () => {
      await calls.close()
      await outgoing.close()
    },
  }
}
