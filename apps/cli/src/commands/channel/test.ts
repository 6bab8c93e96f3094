import { testChannelAct } from '@signalpost/administration/channel'
import type { Outcome as ChannelOutcome } from '@signalpost/channels'
import type { StoredChannel } from '@signalpost/database/rules'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import type { ConsoleClient } from '../../remote/console-client.ts'
import { record } from '../../terminal/table.ts'

export const channelTest = defineCommand({
  path: 'channel test',
  summary: 'Send a test message through a channel, even a disabled one. The outcome updates its state.',
  parameters: { channelId: required('<id>', 'the channel'), workspace: workspaceOfIdParameter },
  run: async (context, { channelId, workspace }) => {
    const { remote, terminal } = context
    const tested =
      remote === undefined
        ? await context.perform(testChannelAct, { channelId, orgId: workspace })
        : await testThere(remote, { ...(await context.getWorkspace(workspace)), channelId })
    const { outcome, httpStatus, code } = tested.outcome
    const { state, reason } = tested.channel
    if (state === 'disabled') {
      terminal.note(
        `The channel is disabled (${reason ?? 'no reason given'}). Run channel enable ${channelId} to send through it.`,
      )
    }
    const shown = {
      outcome,
      ...(httpStatus !== undefined && { httpStatus }),
      ...(code !== undefined && { code }),
    }
    return {
      json: shown,
      text: record({ outcome, 'HTTP status': httpStatus, code }),
      exitCode: outcome === 'sent' ? 0 : 1,
    }
  },
})

type Tested = { outcome: ChannelOutcome; channel: Pick<StoredChannel, 'state' | 'reason'> }

/** Tests it at a console. What failed counts, where there are several recipients. */
async function testThere(
  remote: ConsoleClient,
  { orgId, channelId }: { orgId: string; channelId: string },
): Promise<Tested> {
  const path = `/w/${orgId}/channels/${encodeURIComponent(channelId)}/test`
  const { attempts, channel } = (await remote.request('post', path, { body: {} })) as Answer // the cast: the console answers so
  const { outcome, httpStatus, code } = attempts.find((one) => one.outcome !== 'sent') ??
    attempts[0] ?? { outcome: 'suppressed', httpStatus: null, code: null }
  const shown = { outcome, ...(httpStatus !== null && { httpStatus }), ...(code !== null && { code }) }
  // The cast: an attempt is shown with the members of its outcome.
  return { outcome: shown as ChannelOutcome, channel }
}

type Answer = {
  attempts: { outcome: string; httpStatus: number | null; code: string | null }[]
  channel: Tested['channel']
}
