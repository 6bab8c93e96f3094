import { createLinkTokens, type LinkKeys } from './link-tokens.ts'

/** A signal, and who acknowledges it by a link. */
type Acknowledgement = { orgId: string; signalId: string; by: string }

export type AcknowledgeTokens = {
  seal: (acknowledgement: Acknowledgement) => string
  /** Returns undefined for a text that was not sealed under this key for this purpose. */
  open: (token: string) => Acknowledgement | undefined
}

/** Tokens of the links in mails that acknowledge a signal. */
export function createAcknowledgeTokens(keys: LinkKeys): AcknowledgeTokens {
  const tokens = createLinkTokens({ ...keys, purpose: 'acknowledge' })
  return {
    seal: ({ orgId, signalId, by }) => tokens.seal([orgId, signalId, by]),
    open: (token) => {
      const content = tokens.open(token)
      if (content === undefined) return undefined
      const [orgId, signalId, by] = content
      return { orgId, signalId, by }
    },
  }
}
