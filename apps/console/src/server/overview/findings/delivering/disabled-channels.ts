import { disabledByOperator } from '@signalpost/database/rules'
import { defineFinding } from '../../finding.ts'
import { because } from '../../words.ts'

/** What a person disabled is off on purpose. */
export const disabledChannels = defineFinding({
  kind: 'channel_disabled',
  find: ({ orgId, channels }) =>
    channels
      .filter(({ state, reason }) => state === 'disabled' && reason !== disabledByOperator)
      .map(({ channelId, name, reason }) => ({
        harm: 'broken',
        summary: `The channel ${name} is disabled${because(reason)}. Its alerts are held back.`,
        remedy: 'Correct its settings, enable it, then replay the alerts that it missed.',
        link: `/w/${orgId}/channels/${channelId}`,
      })),
})
