import type { UnsubscribeTokens } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import { findSubscription, subscribeAgain, suppressAddress } from '@signalpost/database/rules'
import type { Networks } from '@signalpost/runtime'
import type { Router } from 'express'
import { linkRoutes } from '../links/link-routes.ts'
import { renderDone, renderQuestion, renderUndone } from './unsubscribe-page.ts'

/**
 * Serves the page on which recipients of mails unsubscribe, and subscribe again. A POST is both the one click of RFC
 * 8058 and the page's button, so its body does not matter.
 */
export function unsubscribeRoutes({
  database,
  tokens,
  cell,
  trustedProxies,
}: {
  database: Database
  tokens: UnsubscribeTokens
  cell: string
  trustedProxies: Networks
}): Router {
  return linkRoutes({
    ...{ path: '/u', cell, open: tokens.open, trustedProxies },
    ask: async (subscription) => {
      const state = await findSubscription(database, subscription)
      if (state === undefined) return undefined
      const subject = { ...state, address: subscription.address }
      return state.isUnsubscribed ? renderDone(subject) : renderQuestion(subject)
    },
    act: async (subscription, { undoes }) => {
      const state = await findSubscription(database, subscription)
      if (state === undefined) return undefined
      const subject = { ...state, address: subscription.address }
      if (undoes) {
        await subscribeAgain(database, subscription)
        return renderUndone(subject)
      }
      await suppressAddress(database, { ...subscription, reason: 'unsubscribed', until: null })
      return renderDone(subject)
    },
  })
}
