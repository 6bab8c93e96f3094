import { createLinkTokens, type LinkKeys } from './link-tokens.ts'

/** An address that a channel sends to. */
export type Subscription = { orgId: string; channelId: string; address: string }

export type UnsubscribeTokens = {
  seal: (subscription: Subscription) => string
  /** Returns undefined for a text that was not sealed under this key for this purpose. */
  open: (token: string) => Subscription | undefined
}

/** Tokens of the links in mails by which an address leaves a channel. */
export function createUnsubscribeTokens(keys: LinkKeys): UnsubscribeTokens {
  const tokens = createLinkTokens({ ...keys, purpose: 'unsubscribe' })
  return {
    seal: ({ orgId, channelId, address }) => tokens.seal([orgId, channelId, address]),
    open: (token) => {
      const content = tokens.open(token)
      if (content === undefined) return undefined
      const [orgId, channelId, address] = content
      return { orgId, channelId, address }
    },
  }
}
