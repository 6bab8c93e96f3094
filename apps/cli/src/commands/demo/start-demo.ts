import { performAct, renewDemoCredentialsAct, systemCaller } from '@signalpost/administration'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { listWorkspaces } from '@signalpost/database/access'
import { resolveStores } from '@signalpost/embedded-postgres'
import type { CliConfig } from '../../config.ts'
import { type DemoFacts, findDemoFacts, writeDemoFacts } from '../../installation/demo-file.ts'
import { intakeUrlOf, urlOfPort } from '../../installation/service-urls.ts'

/** Makes the demo workspace at the first start on an embedded database, and writes down how to get in. */
export async function prepareDemo(config: CliConfig): Promise<void> {
  const { dataDir, intakePort, apiPort } = config
  const { databaseUrl, masterKey } = resolveStores({
    databaseUrl: undefined,
    dataDir,
    masterKey: config.masterKey,
  })
  const { database } = createDatabase({
    url: databaseUrl,
    applicationName: 'signalpost start',
    maxConnections: 1,
    onConnectionError: () => undefined,
  })
  try {
    if ((await listWorkspaces(database)).length > 0) return
    const services = { database, secretBox: createSecretBox(masterKey), nowMs: Date.now }
    const caller = systemCaller('start')
    const access = await performAct(services, { caller, act: renewDemoCredentialsAct, input: {} })
    const urls = demoUrls(config, access.sourceId, { intake: intakePort.port, api: apiPort.port })
    writeDemoFacts(dataDir, { ...access, ...urls })
  } finally {
    await database.destroy()
  }
}

/** Writes down where the processes of this start listen; undefined where nothing is known of a demo workspace. */
export function updateDemoUrls(
  config: CliConfig,
  ports: { intake: number; api: number },
): DemoFacts | undefined {
  const known = findDemoFacts(config.dataDir)
  if (known === undefined) return undefined
  const facts = { ...known, ...demoUrls(config, known.sourceId, ports) }
  writeDemoFacts(config.dataDir, facts)
  return facts
}

function demoUrls(
  config: CliConfig,
  sourceId: string,
  ports: { intake: number; api: number },
): Pick<DemoFacts, 'intakeUrl' | 'apiUrl'> {
  const intakeBase = config.intakeUrl ?? urlOfPort(config.host, ports.intake)
  return {
    intakeUrl: intakeUrlOf(intakeBase, sourceId),
    apiUrl: config.publicUrl ?? urlOfPort(config.host, ports.api),
  }
}
