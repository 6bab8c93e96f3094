import { dayMs } from '@signalpost/domain'
import { runStatement } from '../../stage/start-bench-postgres.ts'
import type { PagesStore } from './pages-store.ts'

/**
 * The paths of the console and of the API, by groups and by the words that say what is asked of the largest workspace.
 * Those of the group `API` are the API's.
 */
export type PagePaths = Record<string, Record<string, string>>

/** Each list with each of its filters and with pairs of them, each single record, and the overview. */
export async function pagePaths(store: PagesStore): Promise<PagePaths> {
  const [{ orgId, sourceIds } = { orgId: '', sourceIds: [] }] = store.workspaces
  const [frequent, , , rare] = sourceIds
  const [known] = await runStatement(
    store.databaseUrl,
    `select delivery_id, event_id, batch_id from deliveries where org_id = $1 and record_id is not null
     order by delivery_id desc limit 1`,
    [orgId],
  )
  const at = (days: number): string => encodeURIComponent(new Date(store.nowMs - days * dayMs).toISOString())
  const base = `/console/api/w/${orgId}`
  const withQueries = (list: string, queries: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(queries).map(([words, query]) => [words, `${base}/${list}?${query}`]))
  const each = (name: string, values: readonly string[], more = ''): Record<string, string> =>
    Object.fromEntries(
      values.map((value) => [
        `${name} ${value}${more && `, ${more}`}`,
        `${name}=${value}${more && `&${more}`}`,
      ]),
    )
  const deliveries = {
    all: '',
    ...each('status', statuses),
    ...each('error', errors),
    'a frequent source': `source=${frequent}`,
    'a rare source': `source=${rare}`,
    'a frequent type': 'type=signal.created',
    'a rare type': 'type=listener.updated',
    'no such type': 'type=none.such',
    'before two weeks ago': `until=${at(14)}`,
    'within an hour two weeks ago': `since=${at(14)}&until=${at(14 - 1 / 24)}`,
    'an event': `event=${String(known?.event_id)}`,
    'a delivery': `delivery=${String(known?.delivery_id)}`,
    'a batch': `batch=${String(known?.batch_id)}`,
    'a frequent source, a rare status': `source=${frequent}&status=dead`,
    'a rare source, a rare status': `source=${rare}&status=dead`,
    'a rare source, a frequent status': `source=${rare}&status=duplicate`,
    'a rare source, a frequent type': `source=${rare}&type=signal.created`,
    'a rare source, a type of others': `source=${rare}&type=ping`,
    'a frequent source, a rare type': `source=${frequent}&type=listener.updated`,
    'a rare type, a rare status': 'type=listener.updated&status=dead',
    'a frequent type, a rare status': 'type=signal.created&status=dead',
    'a frequent type, an error': 'type=signal.read&error=invalid_data',
    'a rare status, before two weeks ago': `status=dead&until=${at(14)}`,
    'a rare source, before two weeks ago': `source=${rare}&until=${at(14)}`,
    'a source, a type, a status': `source=${rare}&type=signal.created&status=dead`,
  }
  const previews = {
    'preview of all': '',
    'preview of a frequent source': `source=${frequent}`,
    'preview of dead letters': 'status=dead',
    'preview of duplicates': 'status=duplicate',
    'preview of a type': 'type=signal.created',
  }
  const signals = {
    all: '',
    'a frequent platform': 'source=reddit',
    'a rare platform': 'source=hackernews',
    'no such platform': 'source=youtube',
    'a rare classification': 'classification=noise',
    'a category': 'signalCategory=funding',
    'an urgency': 'urgency=high',
    'a listener': 'listenerId=lsn_3',
    'no such listener': 'listenerId=lsn_none',
    'an account': 'accountKey=d%3Acompany-17.example',
    'a score': 'minScore=90',
    'another version of scores': 'scoreVersion=3',
    'within a day': `postedAfter=${at(2)}&postedBefore=${at(1)}`,
    'an assignee': 'assignedTo=usr_10',
    'a rare assignee': 'assignedTo=usr_rare',
    'no such assignee': 'assignedTo=usr_none',
    'no assignee': 'assignedTo=none',
    ...{ read: 'read=true', unread: 'read=false', alerted: 'alerted=true', 'not alerted': 'alerted=false' },
    'a good verdict': 'verdict=good',
    'a bad verdict': 'verdict=bad',
    'no verdict': 'verdict=none',
    'words that many have': 'words=crm',
    'words that none has': 'words=xylophone',
    'unread, alerted': 'read=false&alerted=true',
    'a rare platform, a rare classification': 'source=hackernews&classification=noise',
    'a rare platform, unread': 'source=hackernews&read=false',
    'a rare platform, a rare assignee': 'source=hackernews&assignedTo=usr_rare',
    'a platform, a bad verdict': 'source=reddit&verdict=bad',
    'an assignee, a good verdict': 'assignedTo=usr_10&verdict=good',
    'an account, unread': 'accountKey=d%3Acompany-17.example&read=false',
  }
  const alerts = {
    ...{ all: '', ...each('status', ['sent', 'suppressed', 'failed', 'pending']) },
    'a channel': `channel=chn_1${orgId}`,
    'a rule': `rule=rul_1${orgId}`,
    'a rare status of a channel': `channel=chn_0${orgId}&status=failed`,
    'a reason': 'reason=http_400',
    'a signal': 'signal=sig_00000002',
    'before two weeks ago': `until=${at(14)}`,
  }
  const one = (words: string, path: string): Record<string, string> => ({ [words]: `${base}/${path}` })
  return {
    overview: one('overview', 'overview'),
    deliveries: {
      ...withQueries('deliveries', deliveries),
      ...withQueries('deliveries/preview', previews),
      ...one('one delivery', `deliveries/${String(known?.delivery_id)}`),
    },
    signals: {
      ...withQueries('signals', signals),
      ...one('one signal', 'signals/sig_00000002'),
      ...one('its timeline', 'signals/sig_00000002/timeline'),
      ...one('its rules', 'signals/sig_00000002/rules'),
    },
    alerts: withQueries('alerts', alerts),
    API: {
      ...Object.fromEntries(
        Object.entries({
          results: '',
          'results of an assignee': '?assignedTo=usr_10',
          'unread results': '?read=false',
          'results with a bad verdict': '?verdict=bad',
          'results of a rare platform': '?source=hackernews',
        }).map(([words, query]) => [words, `/v1/results${query}`]),
      ),
      'one result': '/v1/results/sig_00000002',
      'a timeline': '/v1/signals/sig_00000002/timeline',
      accounts: '/v1/accounts',
      listeners: '/v1/listeners',
      deals: '/v1/pipeline',
    },
    others: {
      ...withQueries('pipeline', { pipeline: '', 'deals of a stage': 'stage=won' }),
      ...withQueries('accounts', { accounts: '', 'accounts of an assignee': 'assignedTo=usr_10' }),
      ...one('sums of deals', 'pipeline-sums'),
      ...one('one account', 'accounts/d%3Acompany-17.example'),
      ...Object.fromEntries(lists.map((list) => [list, `${base}/${list}`])),
    },
  }
}

const statuses = ['queued', 'applied', 'duplicate', 'conflict', 'ignored', 'dead']
const errors = ['invalid_data', 'failed', 'retrying', 'discarded', 'erased']
const lists = [
  ...['listeners', 'lists', 'warehouses', 'audit', 'rejections', 'rejections/groups', 'sources', 'channels'],
  ...['rules', 'silences', 'keys', 'people', 'invitations'],
]
