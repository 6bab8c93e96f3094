import type { UnsubscribeTokens } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import { suppressAddress } from '@signalpost/database/rules'
import type { Router } from 'express'
import { linkRoutes } from '../links/link-routes.ts'
import { renderDone, renderQuestion } from './unsubscribe-page.ts'

/**
 * Serves the page on which recipients of mails unsubscribe. A POST is both the one click of RFC 8058 and the page's
 * button, so its body does not matter.
 */
export function unsubscribeRoutes({
  database,
  tokens,
  cell,
}: {
  database: Database
  tokens: UnsubscribeTokens
  cell: string
}): Router {
  return linkRoutes({
    ...{ path: '/u', cell, open: tokens.open },
    ask: ({ address }) => renderQuestion(address),
    act: async (subscription) => {
      const isKnown = await suppressAddress(database, {
        ...subscription,
        reason: 'unsubscribed',
        until: null,
      })
      return isKnown ? renderDone(subscription.address) : undefined
    },
  })
}
