import { createDatabase, createSecretBox } from '@signalpost/database'
import { createSource, createWorkspace } from '@signalpost/database/access'
import { generateSecret } from '@signalpost/signatures'
import type { SignedSource } from './sender.ts'

/** Creates workspaces with `sourcesEach` sources each, like an operator of the cell. Grouped by workspace. */
export async function createSources(
  { databaseUrl, masterKey }: { databaseUrl: string; masterKey: string },
  {
    orgIds,
    sourcesEach,
    cell,
  }: { orgIds: readonly string[]; sourcesEach: number; cell?: string | undefined },
): Promise<SignedSource[][]> {
  const { database } = createDatabase({
    url: databaseUrl,
    applicationName: 'signalpost test',
    maxConnections: 4,
    onConnectionError: () => undefined,
  })
  const secretBox = createSecretBox(Buffer.from(masterKey, 'base64'))
  const createOne = async (orgId: string, number: number): Promise<SignedSource> => {
    const secret = generateSecret()
    const { sourceId } = await createSource(database, secretBox, {
      orgId,
      name: `Source ${number}`,
      scheme: 'service-v1',
      settings: {},
      toleranceSeconds: 300,
      ratePerMinute: null,
      secret,
      cell,
    })
    return { sourceId, orgId, secret }
  }
  try {
    return await Promise.all(
      orgIds.map(async (orgId) => {
        await createWorkspace(database, {
          orgId,
          name: orgId,
          plan: 'test',
          accountIntelligence: false,
          analysisAllowance: 0,
        })
        return Promise.all(Array.from({ length: sourcesEach }, (_, index) => createOne(orgId, index + 1)))
      }),
    )
  } finally {
    await database.destroy()
  }
}
