import type { BlankedBody } from './blank-events.ts'

/**
 * Blanks a request of a channel that mentions the signal anywhere: what people press comes with all of the message
 * that it stands in. What it said in our words stands beside it, in its deliveries. Answers undefined when it does
 * not mention the signal.
 */
export function blankForm(body: Buffer, signalId: string): BlankedBody | undefined {
  const mention = JSON.stringify(signalId).slice(1, -1)
  const values = [...new URLSearchParams(body.toString('utf8')).values()]
  return values.some((value) => value.includes(mention))
    ? { body: Buffer.from('null'), blanked: 0 }
    : undefined
}
