import { resolveStores } from '@signalpost/embedded-postgres'
import { findFreePort } from '@signalpost/testing'
import { startInstallation } from '../../../../apps/console/src/test-support/start-installation.ts'
import type { Reading } from '../../define-figure.ts'
import { admitAssistants, assistantAddresses } from '../../filling/assistants/admit-assistants.ts'
import { toolCalls } from '../../filling/assistants/tool-calls.ts'
import { askAssistant } from '../../load/assistant-client.ts'
import { openClient } from '../../load/open-client.ts'
import { waitUntilApplied } from '../../measuring/wait-until-applied.ts'
import type { Stage } from '../../stage/stage.ts'

const orgId = 'org_demo'

/** What assistants read of the demo: characters of each tool's answer, and bytes of the list of tools. */
export async function measureDemo(stage: Stage): Promise<Reading> {
  stage.tell('runs the demo')
  const port = await findFreePort()
  const installation = await startInstallation({ ...assistantAddresses, SIGNALPOST_API_PORT: String(port) })
  try {
    await installation.run('demo', '--json')
    const { databaseUrl } = resolveStores({
      ...{ databaseUrl: undefined, dataDir: installation.dataDir, masterKeys: undefined },
    })
    await waitUntilApplied(databaseUrl)
    const [token = ''] = await admitAssistants(databaseUrl, { orgId, count: 1 })
    const client = openClient(port)
    try {
      let longest = 0
      for (const { name, tool, given } of await toolCalls(databaseUrl, { orgId })) {
        const params = { name: tool.name, arguments: given }
        const result = JSON.parse(await askAssistant(client, { token, method: 'tools/call', params }))
        const characters = JSON.stringify(result.structuredContent).length
        stage.tell(`| ${name} | ${characters} |`)
        longest = Math.max(longest, characters)
      }
      const listed: { tools: { annotations: { readOnlyHint: boolean } }[] } = JSON.parse(
        await askAssistant(client, { token, method: 'tools/list', params: {} }),
      )
      const reads = listed.tools.filter(({ annotations }) => annotations.readOnlyHint)
      return {
        characters: longest,
        'bytes of tools/list': Buffer.byteLength(JSON.stringify(listed)),
        'with reads alone': Buffer.byteLength(JSON.stringify({ ...listed, tools: reads })),
      }
    } finally {
      client.close()
    }
  } finally {
    await installation.stop()
  }
}
