import { disableChannelAct, enableChannelAct, resumeChannelAct } from '@signalpost/administration/channel'
import { defineSwitch } from '../../command/define-switch.ts'
import { describeChannel } from './describe-channel.ts'

const channel = {
  noun: 'channel',
  inputOf: ({ id, orgId }: { id: string; orgId: string | undefined }) => ({ channelId: id, orgId }),
  describe: describeChannel,
}

export const channelDisable = defineSwitch({
  ...channel,
  verb: 'disable',
  summary: 'Stop sending through a channel until it is enabled.',
  act: disableChannelAct,
})

export const channelEnable = defineSwitch({
  ...channel,
  verb: 'enable',
  summary: 'Send new alerts through a channel again. Use alert replay for those it missed.',
  act: enableChannelAct,
})

export const channelResume = defineSwitch({
  ...channel,
  verb: 'resume',
  summary: 'End the pause of a channel that channel pause began.',
  act: resumeChannelAct,
})
