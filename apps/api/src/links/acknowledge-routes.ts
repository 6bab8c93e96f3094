import { performAct } from '@signalpost/administration'
import { acknowledgeSignalAct } from '@signalpost/administration/signal'
import type { AcknowledgeTokens } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import { RejectedError } from '@signalpost/domain'
import type { Networks } from '@signalpost/runtime'
import type { Router } from 'express'
import { renderPage } from './link-page.ts'
import { linkRoutes } from './link-routes.ts'

const over = renderPage(
  'This link has ended',
  '<p>It worked for 30 days. Open the signal in the console to acknowledge it.</p>',
)

/** Serves the page on which recipients of a step of an escalation acknowledge its signal. */
export function acknowledgeRoutes({
  database,
  tokens,
  cell,
  nowMs,
  trustedProxies,
}: {
  database: Database
  tokens: AcknowledgeTokens
  cell: string
  nowMs: () => number
  trustedProxies: Networks
}): Router {
  return linkRoutes({
    ...{ path: '/a', cell, open: tokens.open, trustedProxies },
    ask: async ({ isOver }) =>
      isOver
        ? over
        : renderPage(
            'Acknowledge this signal?',
            `<p>Say that you have seen it and deal with it.</p>
<form method="post"><button>Acknowledge</button></form>`,
          ),
    act: async ({ orgId, signalId, by, isOver }, { address }) => {
      if (isOver) return over
      const caller = {
        ...{ actor: { kind: 'system' as const, id: 'mail_link' }, memberId: by, orgId },
        ...{ role: 'member' as const, isOperator: false, address, requestId: null },
      }
      try {
        await performAct(
          { database, nowMs },
          { caller, act: acknowledgeSignalAct, input: { orgId, signalId } },
        )
      } catch (error) {
        if (error instanceof RejectedError && error.code === 'not_found') return undefined
        throw error
      }
      return renderPage(
        'Acknowledged',
        '<p>Thank you. Escalations that wait for an acknowledgement end now.</p>',
      )
    },
  })
}
