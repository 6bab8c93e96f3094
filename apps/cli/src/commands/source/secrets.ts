import { type JudgedSecret, listJudgedSecrets } from '@signalpost/administration/source'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'

export const sourceSecrets = defineCommand({
  path: 'source secrets',
  summary: "List a source's secrets, how much of its traffic each signs, and which are safe to revoke.",
  parameters: { sourceId: required('<id>', 'the source'), workspace: workspaceOfIdParameter },
  run: async ({ database }, { sourceId, workspace }) => {
    const items = await listJudgedSecrets(database, { sourceId, orgId: workspace })
    return { json: { items }, text: describeSecrets(items) }
  },
})

function describeSecrets(secrets: JudgedSecret[]): string {
  const rows = secrets.map(({ secretId, createdAt, endsAt, lastUsedAt, share, verdict }) => [
    ...[secretId, createdAt, endsAt, lastUsedAt],
    ...[percent(share['1h']), percent(share['24h']), verdict.replaceAll('_', ' ')],
  ])
  const list = table(['SECRET', 'CREATED', 'ENDS', 'LAST USED', 'LAST HOUR', 'LAST DAY', 'VERDICT'], rows)
  return [list, '', ...secrets.map(({ secretId, words }) => `${secretId}: ${words}`)].join('\n')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`
}
