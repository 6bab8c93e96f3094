import { disableCanaryAct, enableCanaryAct, readCanaryState } from '@signalpost/administration/canary'
import { defineCommand } from '../../command/define-command.ts'
import { optional } from '../../parameters/parameter.ts'
import { durationMs, durationText } from '../../parameters/times.ts'
import { record, table } from '../../terminal/table.ts'

const everyMs = durationMs.refine((ms) => enableCanaryAct.input.shape.everyMs.safeParse(ms).success, {
  message: 'expected 10s to 24h',
})

export const canaryEnable = defineCommand({
  path: 'canary enable',
  summary:
    'Send a signed event to the intake regularly, and follow it to the API, a channel and a warehouse. Omitted settings stay as they are.',
  parameters: {
    everyMs: optional('--every <duration>', 'the time between two events, from 10s (default: 5m)', everyMs),
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

export const canaryStatus = defineCommand({
  path: 'canary status',
  summary: 'Show how far the events of the canary get. Exits 1 if a stage fails.',
  parameters: {},
  run: async ({ database, nowMs }) => {
    const state = await readCanaryState(database, { nowMs: nowMs() })
    if (state === undefined) {
      return {
        json: { enabled: false, stages: [] },
        text: 'The canary is disabled. Enable it with ./signalpost canary enable.',
      }
    }
    const { orgId, channelId, warehouseId, failing, silentSince } = state
    const every = durationText(state.everyMs)
    const stages = state.stages.map(({ stage, result }) => ({
      stage,
      ok: result === null ? null : result.error === null,
      at: result?.at ?? null,
      seconds: result?.seconds ?? null,
      error: result?.error ?? null,
      failingSince: result?.failingSince ?? null,
    }))
    const ok = failing === undefined && silentSince === null
    const rows = stages.map(({ stage, ok: isReached, at, seconds, error }) => [
      stage,
      isReached === null ? 'no round yet' : isReached ? 'ok' : 'FAILS',
      at,
      seconds === null ? null : seconds.toFixed(2),
      error,
    ])
    const settings = record({ orgId, every, channelId, warehouseId, silentSince })
    return {
      json: { enabled: true, ok, orgId, every, channelId, warehouseId, silentSince, stages },
      text: `${settings}\n\n${table(['STAGE', 'STATE', 'AT', 'SECONDS', 'ERROR'], rows)}`,
      exitCode: ok ? 0 : 1,
    }
  },
})

export const canaryDisable = defineCommand({
  path: 'canary disable',
  summary: 'End the canary. Its workspace stays.',
  parameters: {},
  run: async ({ perform }) => {
    const wasEnabled = await perform(disableCanaryAct, {})
    const text = wasEnabled ? 'The canary is disabled.' : 'The canary was not enabled.'
    return { json: { enabled: false }, text }
  },
})
