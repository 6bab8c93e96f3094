import { readServiceConfig, type ServiceConfig } from '@signalpost/embedded-postgres'
import { modelsOf, type Networks, outgoingProxyOf, urlOfPort } from '@signalpost/runtime'

export type SearcherConfig = Omit<ServiceConfig, 'cell'> & {
  /** The most connections to PostgreSQL. */
  connections: number
  port: number
  /** Where finds are delivered, without a final slash. */
  intakeUrl: string
  /** The largest body that the intake accepts. */
  maxBodyBytes: number
  /** Private addresses that the base URLs of connections may lead to. */
  allowedNetworks: Networks
  /** The proxy through which platforms are asked. */
  /** The proxy through which everything leaves the network. */
  outgoingProxy: ReturnType<typeof outgoingProxyOf>
  /** The models that are asked about finds, if configured. */
  models: ReturnType<typeof modelsOf>
}

const usualConnections = 5

export function readSearcherConfig(env: Record<string, string | undefined>): SearcherConfig {
  const { config, service } = readServiceConfig(env)
  const { host } = service
  return {
    ...service,
    connections: Math.min(usualConnections, config.SIGNALPOST_DATABASE_CONNECTIONS ?? usualConnections),
    port: config.SIGNALPOST_SEARCHER_PORT,
    intakeUrl:
      config.SIGNALPOST_SEARCHER_INTAKE_URL ??
      config.SIGNALPOST_INTAKE_URL ??
      urlOfPort(host, config.SIGNALPOST_INTAKE_PORT),
    maxBodyBytes: config.SIGNALPOST_MAX_BODY_BYTES,
    allowedNetworks: config.SIGNALPOST_ALLOW_PRIVATE_ADDRESSES,
    outgoingProxy: outgoingProxyOf(config),
    models: modelsOf(config),
  }
}
