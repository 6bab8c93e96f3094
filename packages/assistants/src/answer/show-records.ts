import { findTeamNames } from '@signalpost/database/people'
import type { Account, Deal, Listener, Note } from '@signalpost/domain'
import type { ToolServices } from '../define-tool.ts'
import { quoteOptional, showUser } from './show-signal.ts'
import {
  accountReference,
  consoleAddress,
  oursLine,
  oursText,
  plainId,
  plainInstant,
  plainWord,
} from './texts.ts'

type Shower = Pick<ToolServices, 'database' | 'consoleUrl'>

const mostOfText = 300

/** Shows deals as answers have them. Their names are members' words. */
export async function showDeals({ database, consoleUrl }: Shower, deals: readonly Deal[]) {
  const personIds = deals.flatMap(({ ownerId }) => ownerId ?? [])
  const names = await findTeamNames(database, { orgId: deals[0]?.orgId ?? '', personIds })
  return deals.map((deal) => ({
    id: plainId(deal.id),
    stage: deal.stage,
    open: deal.open,
    value: deal.value && { amount: deal.value.amount, currency: plainWord(deal.value.currency) },
    accountKey: deal.accountKey === null ? null : accountReference(deal.accountKey),
    signalId: deal.signalId === null ? null : plainId(deal.signalId),
    owner: deal.ownerId === null ? null : showUser(deal.ownerId, names),
    createdAt: plainInstant(deal.createdAt),
    updatedAt: plainInstant(deal.updatedAt),
    consoleUrl: consoleAddress(consoleUrl, deal.orgId, 'pipeline', deal.id),
    ours: {
      name: oursLine(deal.name),
      externalId: deal.externalId === null ? null : oursLine(deal.externalId),
    },
  }))
}

/** Shows accounts as answers have them. Their names come out of posts. */
export async function showAccounts(
  { database, consoleUrl }: Shower,
  orgId: string,
  accounts: readonly Account[],
) {
  const names = await findTeamNames(database, {
    orgId,
    personIds: accounts.flatMap(({ assignedTo }) => assignedTo),
  })
  return accounts.map((account) => ({
    accountKey: accountReference(account.accountKey),
    signalCount: account.signalCount,
    topScore: account.topScore,
    topScoreVersion: account.topScoreVersion,
    firstSignalAt: plainInstant(account.firstSignalAt),
    lastSignalAt: plainInstant(account.lastSignalAt),
    assignedTo: account.assignedTo.slice(0, 20).map((userId) => showUser(userId, names)),
    consoleUrl: consoleAddress(consoleUrl, orgId, 'accounts', accountReference(account.accountKey)),
    derived: {
      company: quoteOptional(account.name)?.text,
      region: quoteOptional(account.region)?.text,
    },
  }))
}

/** Shows notes, which members wrote; at most `most` characters of each. */
export function showNotes(notes: readonly Note[], most: number) {
  return notes.map((note) => ({
    id: plainId(note.id),
    createdAt: plainInstant(note.createdAt),
    createdBy: plainId(note.createdBy),
    ours: { body: oursText(note.body, most) },
  }))
}

/** Shows a listener as lists have it. */
export function showListener(consoleUrl: string, listener: Listener) {
  const { schedule } = listener
  return {
    id: plainId(listener.id),
    mode: listener.mode,
    signalCount: listener.signalCount,
    createdAt: plainInstant(listener.createdAt),
    consoleUrl: consoleAddress(consoleUrl, listener.orgId, 'listeners', listener.id),
    ours: {
      name: oursLine(listener.name),
      objective: oursText(listener.objective, 500),
      schedule: schedule && {
        ...('cron' in schedule ? { cron: oursLine(schedule.cron) } : { everyMinutes: schedule.everyMinutes }),
        timezone: oursLine(schedule.timezone),
      },
    },
  }
}

/** Shows everything of a listener; at most `most` of each of its lists. */
export function showListenerInFull(consoleUrl: string, listener: Listener, most: number) {
  const shown = showListener(consoleUrl, listener)
  const texts = (list: readonly string[] = []) =>
    list.slice(0, most).map((text) => oursLine(text, mostOfText))
  const { profile, scheduler } = listener
  return {
    ...shown,
    sensitivity: listener.sensitivity,
    scheduler: {
      state: scheduler.state,
      lastRunAt: scheduler.lastRunAt === null ? null : plainInstant(scheduler.lastRunAt),
      nextRunAt: scheduler.nextRunAt === null ? null : plainInstant(scheduler.nextRunAt),
    },
    updatedAt: plainInstant(listener.updatedAt),
    ours: {
      ...shown.ours,
      keywords: texts(listener.keywords),
      exclusions: texts(listener.exclusions),
      queries: listener.queries
        .slice(0, most)
        .map(({ source, query }) => ({ source, query: oursLine(query, mostOfText) })),
      profile: {
        targetRoles: texts('targetRoles' in profile ? profile.targetRoles : []),
        categories: texts('categories' in profile ? profile.categories : []),
        locations: texts('locations' in profile ? profile.locations : []),
        rivals: texts('rivals' in profile ? profile.rivals : []),
        painVocabulary: texts('painVocabulary' in profile ? profile.painVocabulary : []),
      },
      lastError: scheduler.lastError === null ? null : oursText(scheduler.lastError, mostOfText),
    },
  }
}
