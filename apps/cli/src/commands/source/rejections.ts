import { groupRejectionsRead, listRejectionsRead } from '@signalpost/administration/source'
import { idSchema } from '@signalpost/domain'
import type { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { tableOf } from '../../terminal/table.ts'

type Rejection = z.output<typeof listRejectionsRead.output.schema>['items'][number]

const columns = {
  AT: ({ at }: Rejection) => at,
  BYTES: ({ bytes }: Rejection) => bytes,
  ADDRESS: ({ address }: Rejection) => address,
  WHY: ({ explanation }: Rejection) => explanation,
}

export const sourceRejections = defineCommand({
  path: 'source rejections',
  access: listRejectionsRead,
  summary: 'List the last 1,000 refused requests of a source, newest first, and what explains them.',
  parameters: { sourceId: required('<id>', 'the source', idSchema), workspace: workspaceOfIdParameter },
  run: async ({ call, getWorkspace }, { sourceId: source, workspace }) => {
    const { orgId } = await getWorkspace(workspace, { noun: 'source', id: source, mustExist: true })
    const { items } = await call(listRejectionsRead, { orgId, source })
    const { items: groups } = await call(groupRejectionsRead, { orgId, source })
    return {
      json: { items: items.map(({ explanation: _inWords, sourceId: _asked, ...item }) => item) },
      text: [...groups.map(describeGroup), tableOf(columns, items)].join('\n\n'),
    }
  },
})

type Group = z.output<typeof groupRejectionsRead.output.schema>['items'][number]

function describeGroup({ explanation, advice, count, firstAt, lastAt, share, ...from }: Group): string {
  const others = from.addressCount - from.addresses.length
  const senders = `${from.addresses.join(', ')}${others > 0 ? ` and ${others} others` : ''}`
  const lines = [
    `${count} × ${explanation}`,
    `  from ${firstAt} to ${lastAt}, from ${senders}`,
    ...(share > 0
      ? [`  ${(share * 100).toFixed(share < 0.1 ? 1 : 0)} % of the requests of the last 24 hours`]
      : []),
    ...(advice === null ? [] : [`  Advice for the sender: ${advice}`]),
  ]
  return lines.join('\n')
}
