import { StartError, urlOfPort } from '@signalpost/runtime'
import type { CliConfig, ServicePort } from '../config.ts'
import { findDemoFacts } from './demo-file.ts'

/** Returns the URL of the intake for senders. Throws StartError if its port is unknown. */
export function getIntakeBase(config: CliConfig): string {
  const url = config.intakeUrl ?? findOwnUrl(config, config.intakePort, 'intakeUrl')
  if (url !== undefined) return url
  throw new StartError('the port of the intake is unknown; set SIGNALPOST_INTAKE_URL')
}

export function intakeUrlOf(base: string, sourceId: string): string {
  return `${base}/hooks/${sourceId}`
}

/** Returns the URL of the API for readers. Throws StartError if its port is unknown. */
export function getApiBase(config: CliConfig): string {
  const url = config.publicUrl ?? findOwnUrl(config, config.apiPort, 'apiUrl')
  if (url !== undefined) return url
  throw new StartError('the port of the API is unknown; set SIGNALPOST_PUBLIC_URL')
}

/** Returns the URL of the console for people. Throws StartError if its port is unknown. */
export function getConsoleBase(config: CliConfig): string {
  const url = config.consoleUrl ?? findOwnUrl(config, config.consolePort, 'consoleUrl')
  if (url !== undefined) return url
  throw new StartError('the port of the console is unknown; set SIGNALPOST_CONSOLE_URL')
}

// With the embedded database, the last start stored its ports, whatever its environment was.
function findOwnUrl(
  config: CliConfig,
  { port, isChosen }: ServicePort,
  fact: 'intakeUrl' | 'apiUrl' | 'consoleUrl',
): string | undefined {
  const own = port > 0 ? urlOfPort(config.host, port) : undefined
  if (isChosen && own !== undefined) return own
  const facts = config.isEmbedded ? findDemoFacts(config.dataDir) : undefined
  return facts?.[fact]?.replace(/\/hooks\/[^/]*$/, '') ?? own
}
