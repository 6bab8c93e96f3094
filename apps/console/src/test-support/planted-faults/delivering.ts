import { insertMessages } from '@signalpost/database/dispatches'
import { disabledByOperator, listChannels, setChannelEnabled } from '@signalpost/database/rules'
import { addChannel, addWarehouse, type Ground, type PlantedFault, run } from './planted-fault.ts'

const channelLink = /\/channels\/chn_/
const warehouseLink = /\/warehouses\/whs_/

/** Switches the workspace's channel as a worker does that gives it up, or for another reason. */
const switchTo =
  (enabled: boolean, whyNot = 'invalid_auth') =>
  async ({ database, orgId }: Ground) => {
    const [channel] = await listChannels(database, orgId)
    const reason = enabled ? null : whyNot
    return setChannelEnabled(database, { channelId: channel?.channelId ?? '', enabled, reason })
  }

const dispatchAs = (status: string) =>
  run(`insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, is_instant)
       select $1, 'rul_1', channel_id, 'sig_1', now(), '${status}', true from channels where org_id = $1`)

const dueAgo =
  (agoMs: number) =>
  async ({ database, orgId }: Ground) => {
    const [channel] = await listChannels(database, orgId)
    const event = { data: {} }
    const due = { kind: 'event' as const, event, recipient: '', dueMs: Date.now() - agoMs, signalId: 'sig_1' }
    await insertMessages(
      database,
      [{ orgId, channelId: channel?.channelId ?? '', ...due }],
      Date.now() - agoMs,
    )
  }

const change = (ago: string) =>
  run(`insert into pending_changes (org_id, record, record_id, change, caused_at, changed_at)
       values ($1, 'signal', 'sig_1', 'created', now(), now() - interval '${ago}')`)

/** A row that changed so long ago and is in no warehouse yet. */
const changedRow = (ago: string) =>
  run(`insert into change_inbox (org_id, table_name, record_id, changed_at)
       values ($1, 'signals', 'sig_1', now() - interval '${ago}')`)

export const deliveringFaults: PlantedFault[] = [
  {
    fault: 'a channel that its receiver no longer lets in',
    kind: 'channel_disabled',
    summary: /^The channel Sales is disabled \(invalid auth\)/,
    link: channelLink,
    // A person disabled it, on purpose.
    prepare: async (ground) => {
      await addChannel(ground)
      await switchTo(false, disabledByOperator)(ground)
    },
    plant: switchTo(false),
    end: switchTo(true),
  },
  {
    fault: 'a channel that fails',
    kind: 'channel_degraded',
    summary: /^The channel Sales fails \(http 500\)/,
    link: channelLink,
    // A person paused it, on purpose.
    prepare: async (ground) => {
      await addChannel(ground)
      await run(`update channels set state = 'degraded', reason = 'http_500',
                   hand_paused_until = now() + interval '1 hour' where org_id = $1`)(ground)
    },
    plant: run(`update channels set hand_paused_until = now() where org_id = $1`),
    end: run(`update channels set state = 'active', reason = null where org_id = $1`),
  },
  {
    fault: 'an alert that reached no one',
    kind: 'alerts_unsent',
    summary: /^1 alert through Sales expired in the last 24 hours/,
    link: /\/alerts\?channel=chn_\w+&status=expired$/,
    prepare: addChannel,
    plant: dispatchAs('expired'),
    end: run(`update dispatches set status = 'sent' where org_id = $1`),
  },
  {
    fault: 'messages that no worker sends',
    kind: 'alerts_late',
    summary: /^1 message waits for the channel Sales; the first has waited for 2 min/,
    link: channelLink,
    // One that is not late yet.
    prepare: async (ground) => {
      await addChannel(ground)
      await dueAgo(30_000)(ground)
    },
    plant: dueAgo(120_000),
    end: run(`update messages set status = 'sent' where org_id = $1`),
  },
  {
    fault: 'a message whose tries have failed since it was decided',
    kind: 'alerts_late',
    summary: /^1 message waits for the channel Sales; the first has waited for 1 h/,
    link: channelLink,
    // A person paused the channel until a minute ago.
    prepare: async (ground) => {
      await addChannel(ground)
      await dueAgo(3_600_000)(ground)
      await run(`update messages set attempts = 9, failures = 9, is_retry = true, due_at = now() + interval '5 minutes'
                 where org_id = $1`)(ground)
      await run(`update channels set hand_paused_until = now() - interval '1 minute' where org_id = $1`)(
        ground,
      )
    },
    plant: run('update channels set hand_paused_until = null where org_id = $1'),
    end: run(`update messages set status = 'sent' where org_id = $1`),
  },
  {
    fault: 'changes that no worker checks against the rules',
    kind: 'alerts_late',
    summary: /^Changes wait for the rules; the first has waited for 5 min/,
    link: /\/alerts$/,
    prepare: change('10 seconds'),
    plant: change('5 minutes'),
    end: run('delete from pending_changes where org_id = $1'),
  },
  {
    fault: 'a warehouse whose last sync failed',
    kind: 'warehouse_degraded',
    summary: /^The warehouse Lake is degraded \(no such host\)/,
    link: warehouseLink,
    prepare: addWarehouse,
    plant: run(`update warehouses set failing_since = now(), last_error = 'no such host' where org_id = $1`),
    end: run('update warehouses set failing_since = null, last_error = null where org_id = $1'),
  },
  {
    fault: 'a warehouse that differs from the product',
    kind: 'warehouse_differs',
    summary: /^3 rows of the warehouse Lake differ/,
    link: warehouseLink,
    prepare: addWarehouse,
    plant: run('update warehouses set differing_rows = 3, verified_at = now() where org_id = $1'),
    end: run('update warehouses set differing_rows = 0 where org_id = $1'),
  },
  {
    fault: 'a warehouse that no worker syncs',
    kind: 'warehouse_behind',
    summary: /^The warehouse Lake is behind: 1 row waits, the first for 6 min/,
    link: warehouseLink,
    prepare: async (ground) => {
      await addWarehouse(ground)
      await changedRow('6 minutes')(ground)
    },
    plant: run(`update warehouses set due_at = now() - interval '6 minutes' where org_id = $1`),
    end: run(`update warehouses set due_at = now() + interval '20 seconds' where org_id = $1`),
  },
  {
    fault: 'a warehouse whose syncs leave rows behind',
    kind: 'warehouse_behind',
    summary: /^The warehouse Lake is behind: 1 row waits, the first for 20 min/,
    link: warehouseLink,
    // The row changed after the last sync, which an hour between syncs allows.
    prepare: async (ground) => {
      await addWarehouse(ground)
      await changedRow('20 minutes')(ground)
      await run(`update warehouses set due_at = now() + interval '35 minutes', interval_ms = 3600000,
                   last_sync_at = now() - interval '25 minutes' where org_id = $1`)(ground)
    },
    plant: run(`update warehouses set last_sync_at = now() - interval '5 seconds' where org_id = $1`),
    end: run('delete from change_inbox where org_id = $1'),
  },
  {
    fault: 'a warehouse whose syncs are interrupted again and again',
    kind: 'warehouse_behind',
    summary: /^The warehouse Lake is behind: 1 row waits, the first for 40 min/,
    link: warehouseLink,
    // Each try moves the moment of the next. The row waits since the last sync, which comes once an hour.
    prepare: async (ground) => {
      await addWarehouse(ground)
      await changedRow('40 minutes')(ground)
      await run(`update warehouses set due_at = now() + interval '5 seconds', interval_ms = 3600000,
                   last_sync_at = now() - interval '45 minutes' where org_id = $1`)(ground)
    },
    plant: run('update warehouses set interval_ms = 20000 where org_id = $1'),
    end: run('delete from change_inbox where org_id = $1'),
  },
]
