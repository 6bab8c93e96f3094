import { readDeliveryBody, showDeliveryRead } from '@signalpost/administration/delivery'
import { idSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { flag, required } from '../../parameters/parameter.ts'
import { printable } from '../../terminal/printable.ts'
import { record } from '../../terminal/table.ts'

export const deliveryShow = defineCommand({
  path: 'delivery show',
  summary: showDeliveryRead.summary,
  access: showDeliveryRead,
  parameters: {
    deliveryId: required('<id>', 'the delivery', idSchema),
    workspace: workspaceOfIdParameter,
    body: flag('--body', 'include the bytes of the whole request (members and admins)'),
  },
  run: async ({ call }, { deliveryId, workspace, body }) => {
    const reference = { deliveryId, orgId: workspace }
    const shown = await call(showDeliveryRead, reference)
    const { bodyBase64 } = body ? await call(readDeliveryBody, reference) : {}
    const issues = (shown.issues ?? []).map(({ path, message }) => `  ${printable(path)}: ${message}`)
    const text = [
      record({
        delivery: shown.deliveryId,
        status: shown.status,
        type: shown.type,
        event: shown.eventId,
        source: shown.sourceId,
        workspace: shown.orgId,
        received: shown.receivedAt,
        settled: shown.settledAt,
        attempts: shown.attempts,
        'place in request': shown.index,
        batch: shown.batchId,
        ...(shown.firstDeliveryId !== null && { first: shown.firstDeliveryId }),
        'sha256 of request': shown.sha256,
        trace: shown.traceId,
        error: shown.error,
      }),
      ...(issues.length > 0 ? ['issues', ...issues] : []),
      ...(bodyBase64 === undefined ? [] : ['', ...linesOf(bodyBase64)]),
    ]
    return { json: { ...shown, ...(body && { bodyBase64 }) }, text: text.join('\n') }
  },
})

function linesOf(bodyBase64: string): string[] {
  return Buffer.from(bodyBase64, 'base64').toString('utf8').split('\n').map(printable)
}
