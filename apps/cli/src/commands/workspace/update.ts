import { setFallbackChannelAct, updateWorkspaceAct } from '@signalpost/administration/workspace'
import { idSchema, nameSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { onOff } from '../../parameters/on-off.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { localOnly } from '../../remote/remote-error.ts'
import { record } from '../../terminal/table.ts'
import { describeFallback, describeWorkspace } from './workspace.ts'

const retentionDaysSchema = z.union(
  [z.literal('default').transform(() => null), wholeNumber({ min: 1, max: 36_500 })],
  { error: 'expected a whole number from 1 to 36500, or default' },
)

const limitSchema = (min: number, max: number) =>
  z.union([z.literal('default').transform(() => null), wholeNumber({ min, max })], {
    error: `expected a whole number from ${min} to ${max}, or default`,
  })

const fallbackSchema = z.union([z.literal('none').transform(() => null), idSchema], {
  error: 'expected the id of a channel, or none',
})

export const workspaceUpdate = defineCommand({
  path: 'workspace update',
  summary: `${updateWorkspaceAct.summary} At a console elsewhere, only --fallback-channel.`,
  access: setFallbackChannelAct,
  parameters: {
    orgId: required('<org>', 'the workspace', orgIdSchema),
    name: optional('--name <text>', 'the display name', nameSchema),
    plan: optional('--plan <name>', 'the name of the plan, for people', nameSchema),
    accountIntelligence: optional(
      '--account-intelligence <on|off>',
      'whether the plan includes accounts',
      onOff,
    ),
    analysisAllowance: optional(
      '--analysis-allowance <n>',
      'website analyses per month',
      wholeNumber({ min: 0, max: 1_000_000_000 }),
    ),
    retentionDays: optional(
      '--retention-days <n|default>',
      'days for which settled deliveries are kept, at most SIGNALPOST_LEDGER_DAYS; default: as long as that',
      retentionDaysSchema,
    ),
    fallbackChannel: optional(
      '--fallback-channel <id|none>',
      'the channel through which problems are reported; none: by mail to the admins',
      fallbackSchema,
    ),
    mostRequestsPerMinute: optional(
      '--rate <n|default>',
      'requests a minute of all keys and people together; 0 for no limit; default: SIGNALPOST_WORKSPACE_RATE_PER_MINUTE',
      limitSchema(0, 1_000_000_000),
    ),
    mostOpenJobs: optional(
      '--jobs <n|default>',
      'maximum number of open jobs; default: SIGNALPOST_WORKSPACE_JOBS',
      limitSchema(1, 10_000),
    ),
    mostListeners: optional(
      '--listeners <n|default>',
      'maximum number of listeners; default: SIGNALPOST_WORKSPACE_LISTENERS',
      limitSchema(0, 1_000_000),
    ),
  },
  run: async (context, { orgId, fallbackChannel, ...changes }) => {
    const changesItself = Object.values(changes).some((change) => change !== undefined)
    if (!changesItself && fallbackChannel === undefined) {
      throw new UsageError('nothing to change: give at least one option')
    }
    if (context.remote !== undefined && fallbackChannel !== undefined) {
      if (changesItself) throw localOnly('workspace update with more than --fallback-channel')
      await context.perform(setFallbackChannelAct, { orgId, channelId: fallbackChannel })
      const fallback = { orgId, fallbackChannelId: fallbackChannel }
      return {
        json: fallback,
        text: record({ workspace: orgId, 'fall-back channel': describeFallback(fallback) }),
      }
    }
    checkRetention(changes.retentionDays, context.config.ledgerDays)
    // First what can be refused.
    if (fallbackChannel !== undefined) {
      await context.perform(setFallbackChannelAct, { orgId, channelId: fallbackChannel })
    }
    const workspace = await context.perform(updateWorkspaceAct, { orgId, ...changes })
    return { json: workspace, text: describeWorkspace(workspace) }
  },
})

/** The ledger drops whole days, so no workspace keeps deliveries longer. */
function checkRetention(days: number | null | undefined, ledgerDays: number): void {
  if (days === undefined || days === null || days <= ledgerDays) return
  throw new UsageError(
    `--retention-days: expected at most ${ledgerDays}, which is SIGNALPOST_LEDGER_DAYS, or default`,
  )
}
