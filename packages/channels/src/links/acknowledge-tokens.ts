import { createLinkTokens, type LinkKeys } from './link-tokens.ts'

/** Long enough for a reader who comes back from a holiday; a mailbox that is read later acknowledges nothing. */
const lastsDays = 30
const dayMs = 24 * 60 * 60_000

/** A signal, and who acknowledges it by a link. */
type Acknowledgement = { orgId: string; signalId: string; by: string }

export type AcknowledgeTokens = {
  /** The link works for 30 days. The same acknowledgement has the same token on one day. */
  seal: (acknowledgement: Acknowledgement) => string
  /** Returns undefined for a text that was not sealed under this key for this purpose. */
  open: (token: string) => (Acknowledgement & { isOver: boolean }) | undefined
}

/** Tokens of the links in mails that acknowledge a signal. */
export function createAcknowledgeTokens(
  keys: LinkKeys,
  { nowMs = Date.now }: { nowMs?: () => number } = {},
): AcknowledgeTokens {
  const tokens = createLinkTokens({ ...keys, purpose: 'acknowledge' })
  const today = () => Math.floor(nowMs() / dayMs)
  return {
    seal: ({ orgId, signalId, by }) => tokens.seal([orgId, signalId, by, String(today() + lastsDays)]),
    open: (token) => {
      const content = tokens.open(token)
      if (content === undefined) return undefined
      const [orgId, signalId, by, lastDay] = content
      return { orgId, signalId, by, isOver: !(today() <= Number(lastDay)) }
    },
  }
}
