import { performAct, systemCaller } from '@signalpost/administration'
import { createDemoAdminAct, renewDemoCredentialsAct } from '@signalpost/administration/demo'
import { createLoginLinkAct } from '@signalpost/administration/login'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { listWorkspaces } from '@signalpost/database/access'
import { resolveStores } from '@signalpost/embedded-postgres'
import { urlOfPort } from '@signalpost/runtime'
import type { CliConfig } from '../../config.ts'
import { type DemoFacts, findDemoFacts, writeDemoFacts } from '../../installation/demo-file.ts'
import { intakeUrlOf } from '../../installation/service-urls.ts'

type DemoPorts = { intake: number; api: number; console: number }

/** Creates the demo workspace at the first start on an embedded database, and stores its credentials in `demo.json`. */
export async function prepareDemo(config: CliConfig): Promise<void> {
  const { dataDir, intakePort, apiPort, consolePort } = config
  const { database, services } = openStore(config)
  try {
    if ((await listWorkspaces(database)).length > 0) return
    const caller = systemCaller('start')
    const access = await performAct(services, { caller, act: renewDemoCredentialsAct, input: {} })
    const urls = demoUrls(config, access.sourceId, {
      ...{ intake: intakePort.port, api: apiPort.port, console: consolePort.port },
    })
    writeDemoFacts(dataDir, { ...access, ...urls })
  } finally {
    await database.destroy()
  }
}

/**
 * Makes sure that the demo workspace has an admin, and returns a link that logs them in once. The console must listen
 * on this machine alone.
 */
export async function createDemoLink(config: CliConfig, consoleUrl: string): Promise<string> {
  const { database, services } = openStore(config)
  try {
    const caller = systemCaller('start')
    const { personId } = await performAct(services, { caller, act: createDemoAdminAct, input: {} })
    const { loginWays, sessionTimes } = config
    const people = { ...services, consoleUrl, sendLetter: undefined, loginWays, sessionTimes }
    const link = await performAct(people, { caller, act: createLoginLinkAct, input: { personId } })
    return link.url
  } finally {
    await database.destroy()
  }
}

function openStore({ dataDir, masterKeys: given, cell }: CliConfig) {
  const { databaseUrl, masterKeys } = resolveStores({ databaseUrl: undefined, dataDir, masterKeys: given })
  const { database } = createDatabase({
    url: databaseUrl,
    applicationName: 'signalpost start',
    maxConnections: 1,
    onConnectionError: () => undefined,
  })
  const secretBox = createSecretBox(...masterKeys)
  return { database, services: { database, secretBox, cell, nowMs: Date.now } }
}

/** Stores where the processes of this start listen. Returns undefined without a demo workspace. */
export function updateDemoUrls(config: CliConfig, ports: DemoPorts): DemoFacts | undefined {
  const known = findDemoFacts(config.dataDir)
  if (known === undefined) return undefined
  const facts = { ...known, ...demoUrls(config, known.sourceId, ports) }
  writeDemoFacts(config.dataDir, facts)
  return facts
}

function demoUrls(
  config: CliConfig,
  sourceId: string,
  ports: DemoPorts,
): Pick<DemoFacts, 'intakeUrl' | 'apiUrl' | 'consoleUrl'> {
  const intakeBase = config.intakeUrl ?? urlOfPort(config.host, ports.intake)
  return {
    intakeUrl: intakeUrlOf(intakeBase, sourceId),
    apiUrl: config.publicUrl ?? urlOfPort(config.host, ports.api),
    consoleUrl: config.consoleUrl ?? urlOfPort(config.host, ports.console),
  }
}
