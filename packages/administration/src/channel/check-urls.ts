import type { Channel } from '@signalpost/channels'
import { isShownUrl, RejectedError } from '@signalpost/domain'
import { findUrlRefusal, type Networks } from '@signalpost/outgoing'
import type { ActServices } from '../define-act.ts'

/** What acts need that give a channel addresses. */
export type ChannelUrlServices = ActServices & {
  /** Private addresses that channels may connect to. */
  readonly allowedNetworks: Networks
}

const messages = {
  address_refused:
    'leads to a private address, to which nothing is sent; the operator can allow it with SIGNALPOST_ALLOW_PRIVATE_ADDRESSES',
  protocol_refused: 'expected https; plain http is only for private addresses that the operator allows',
}

type Given = { settings: Readonly<Record<string, unknown>>; secrets: Readonly<Record<string, unknown>> }

/** Throws RejectedError `invalid_request`, which names each address that can never be sent to. */
export function checkUrls(
  { options }: Pick<Channel, 'options'>,
  given: Given,
  allowedNetworks: Networks,
): void {
  const issues = Object.entries(options).flatMap(([member, option]) => {
    if (option.isUrl !== true) return []
    const place = 'secret' in option ? 'secrets' : 'settings'
    const url = given[place][member]
    if (typeof url === 'string' && isShownUrl(url)) {
      return [{ path: `${place}.${member}`, message: 'expected the whole URL, not what is shown of it' }]
    }
    const refusal = typeof url === 'string' ? findUrlRefusal(url, allowedNetworks) : undefined
    return refusal === undefined ? [] : [{ path: `${place}.${member}`, message: messages[refusal] }]
  })
  if (issues.length === 0) return
  throw new RejectedError('invalid_request', 'The settings or secrets are not valid.', { issues })
}
