import { findDelivery, readRequestBody } from '@signalpost/database/ledger'
import { RejectedError } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { flag, required } from '../../parameters/parameter.ts'
import { printable } from '../../terminal/printable.ts'
import { record } from '../../terminal/table.ts'

export const deliveryShow = defineCommand({
  path: 'delivery show',
  summary: 'Show one delivery, its outcome and the reason.',
  parameters: {
    deliveryId: required('<id>', 'the delivery'),
    workspace: workspaceOfIdParameter,
    body: flag('--body', 'include the bytes of the whole request'),
  },
  run: async ({ database }, { deliveryId, workspace, body }) => {
    const found = await findDelivery(database, { deliveryId, orgId: workspace })
    if (found === undefined) throw new RejectedError('not_found', 'There is no such delivery.')
    const { settledAt, sha256, requestId, ...delivery } = found
    const bytes = body ? await readRequestBody(database, requestId) : undefined
    const shown = {
      ...delivery,
      settledAt,
      appliedAt: delivery.status === 'applied' ? settledAt : null,
      sha256: sha256.toString('hex'),
      ...(bytes && { bodyBase64: bytes.toString('base64') }),
    }
    const issues = (delivery.issues ?? []).map(({ path, message }) => `  ${printable(path)}: ${message}`)
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
      ...(bytes ? ['', ...bytes.toString('utf8').split('\n').map(printable)] : []),
    ]
    return { json: shown, text: text.join('\n') }
  },
})
