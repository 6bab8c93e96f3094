import { enableCanaryAct } from '@signalpost/administration/canary'
import { defineCommand } from '../../command/define-command.ts'
import { optional } from '../../parameters/parameter.ts'
import { durationMs, durationText } from '../../parameters/times.ts'

export const canaryEnable = defineCommand({
  path: 'canary enable',
  summary:
    'Send a signed event to the intake regularly, and follow it to the API, a channel and a warehouse. Omitted settings stay as they are.',
  parameters: {
    everyMs: optional(
      '--every <duration>',
      'the time between two events, from 10s (default: 5m)',
      durationMs,
    ),
    channelId: optional('--channel <id>', "a channel of the canary's workspace"),
    warehouseId: optional('--warehouse <id>', "a warehouse of the canary's workspace"),
  },
  run: async ({ perform }, input) => {
    const { orgId, everyMs } = await perform(enableCanaryAct, input)
    const every = durationText(everyMs)
    return {
      json: { orgId, every },
      text: `The canary sends an event every ${every} in the workspace ${orgId}. ./signalpost canary status shows how far they get.`,
    }
  },
})
