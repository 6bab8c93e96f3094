import { performAct } from '@signalpost/administration'
import { acknowledgeSignalAct } from '@signalpost/administration/signal'
import type { AcknowledgeTokens } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import { findUserNames } from '@signalpost/database/people'
import { findAcknowledgers, findSignal } from '@signalpost/database/records'
import { hasCome, isRouted, RejectedError, type Signal, toPlainLine } from '@signalpost/domain'
import type { Networks } from '@signalpost/runtime'
import type { Router } from 'express'
import { text } from '../openapi/markup.ts'
import { renderPage } from './link-page.ts'
import { linkRoutes } from './link-routes.ts'

const over = renderPage(
  'This link has ended',
  '<p>It worked for 30 days. Open the signal in the console to acknowledge it.</p>',
)

/** Serves the page on which readers of a message acknowledge its signal. */
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
    ask: async ({ orgId, signalId, isOver }) => {
      if (isOver) return over
      const signal = await findSignal(database, { orgId, signalId })
      if (signal === undefined) return undefined
      if (hasCome(signal.acknowledgedAt, nowMs())) return renderEarlier(database, signal)
      const { acknowledgedAt: _later, ...open } = signal
      return renderPage(
        'Acknowledge this signal?',
        `${await describe(database, open)}
<p>Say that you have seen it and deal with it.</p>
<form method="post"><button>Acknowledge</button></form>`,
      )
    },
    act: async ({ orgId, signalId, by, isOver }, { address }) => {
      if (isOver) return over
      const before = await findSignal(database, { orgId, signalId })
      if (before === undefined) return undefined
      if (hasCome(before.acknowledgedAt, nowMs())) return renderEarlier(database, before)
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
      const signal = (await findSignal(database, { orgId, signalId })) ?? before
      return renderPage(
        'Acknowledged',
        `${await describe(database, signal)}
<p>Escalations that wait for an acknowledgement end now.</p>`,
      )
    },
  })
}

async function renderEarlier(database: Database, signal: Signal): Promise<string> {
  return renderPage('Already acknowledged', await describe(database, signal))
}

/** Names the signal, and who has it. */
async function describe(database: Database, signal: Signal): Promise<string> {
  const { orgId, id: signalId, assignedTo, acknowledgedAt } = signal
  const acknowledgers = await findAcknowledgers(database, { orgId, signalIds: [signalId] })
  const by = acknowledgedAt === undefined ? undefined : acknowledgers.get(signalId)
  const userIds = [assignedTo?.userId ?? [], by ?? []].flat()
  const names = await findUserNames(database, { orgId, userIds })
  const nameOf = (userId: string | undefined) => names.get(userId ?? '') ?? 'someone'
  const facts = [
    assignedTo === undefined
      ? 'No one has taken it yet.'
      : isRouted(assignedTo)
        ? `Given to ${nameOf(assignedTo.userId)}, not taken yet.`
        : `${capital(nameOf(assignedTo.userId))} has it.`,
    ...(acknowledgedAt === undefined
      ? []
      : [`${capital(nameOf(by))} acknowledged it on ${moment(acknowledgedAt)}.`]),
  ]
  const title = toPlainLine(signal.title)
  return `<p><strong>${text(title === '' ? 'A post without a title' : title)}</strong></p>
<p>${text(facts.join(' '))}</p>`
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

function moment(instant: string): string {
  return `${instant.slice(0, 10)} at ${instant.slice(11, 16)} UTC`
}
