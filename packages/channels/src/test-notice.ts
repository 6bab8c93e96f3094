import type { Notice } from './channel.ts'
import { sayMoment } from './text/say-moment.ts'
import { testType } from './webhook/outgoing-event-types.ts'

/** Returns the test message of a channel. */
export function testNotice(channelId: string, sentAt: string): Notice {
  return {
    type: testType,
    at: sentAt,
    heading: 'Test message from Signalpost',
    text: `Alerts of this channel will arrive here. Sent ${sayMoment(sentAt)}.`,
    data: { channelId },
  }
}
