/** Returns the words of a test message for any channel. */
export function describeTest(sentAt: string): { heading: string; text: string } {
  return {
    heading: 'Test message from Signalpost',
    text: `Alerts of this channel will arrive here. Sent at ${sentAt}.`,
  }
}
