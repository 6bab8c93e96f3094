import { type Connection, listConnections } from '@signalpost/database/searching'
import { type PlatformDefinition, platformDefinitions } from '@signalpost/platforms'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { table } from '../../terminal/table.ts'

export const platformList = defineCommand({
  path: 'platform list',
  summary: 'List the platforms, how each is reached, and what a workspace lacks to search it.',
  parameters: { workspace: workspaceParameter },
  run: async ({ database }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const connections = await listConnections(database, orgId)
    const items = platformDefinitions.map((definition) => describe(definition, connections))
    const rows = items.map((item) => [item.platform, item.title, item.access, item.ready])
    const lacking = items.flatMap(({ title, missing }) => (missing === undefined ? [] : [[title, missing]]))
    const tables = [table(['PLATFORM', 'NAME', 'ACCESS', 'READY'], rows), table(['NAME', 'MISSING'], lacking)]
    return { json: { items }, text: tables.join('\n\n') }
  },
})

function describe(definition: PlatformDefinition, connections: readonly Connection[]) {
  const { platform, title, access, documentation } = definition
  const missing = missingOf(definition, connections)
  return {
    ...{ platform, title, access, ready: missing === undefined },
    ...(missing !== undefined && { missing }),
    // No platform was ever asked by its live address while this version was built.
    ...{ ranLive: false, documentation },
  }
}

function missingOf(
  { platform, search, secrets, requirement }: PlatformDefinition,
  connections: readonly Connection[],
): string | undefined {
  if (search === undefined) return requirement
  const isConnected = connections.some((connection) => connection.platform === platform)
  return secrets.length === 0 || isConnected ? undefined : requirement
}
