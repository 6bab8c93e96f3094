import type { BlankedBody } from './blank-events.ts'

/**
 * Blanks a channel's request that mentions the signal anywhere, because a click comes with the whole message around it.
 * Its meaning is in its deliveries. Returns undefined if it does not mention the signal.
 */
export function blankForm(body: Buffer, signalId: string): BlankedBody | undefined {
  const mention = JSON.stringify(signalId).slice(1, -1)
  const values = [...new URLSearchParams(body.toString('utf8')).values()]
  return values.some((value) => value.includes(mention))
    ? { body: Buffer.from('null'), blanked: 0 }
    : undefined
}
