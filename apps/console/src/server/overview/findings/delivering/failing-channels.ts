import { defineFinding } from '../../finding.ts'
import { because } from '../../words.ts'

export const failingChannels = defineFinding({
  kind: 'channel_degraded',
  find: ({ orgId, channels }) =>
    channels
      .filter(({ state, pausedUntil }) => state === 'degraded' && pausedUntil === null)
      .map(({ channelId, name, reason }) => ({
        harm: 'late',
        summary: `The channel ${name} fails${because(reason)}. Its messages are being retried.`,
        remedy: "Send a test message to see the receiver's answer.",
        link: `/w/${orgId}/channels/${channelId}`,
      })),
})
