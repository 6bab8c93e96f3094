import { readCanaryState } from '@signalpost/administration/canary'
import { defineCommand } from '../../command/define-command.ts'
import { durationText } from '../../parameters/times.ts'
import { record, table } from '../../terminal/table.ts'

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
