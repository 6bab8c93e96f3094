import { test } from '@signalpost/testing/test'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { alertInvariants } from './alert-invariants.ts'

let client: pg.Client

/** One signal sent twice after an attempt with an unknown outcome, one that the rule does not match, one not sent. */
const sound = `
  create temporary table sent_signals on commit drop as select 'sig_' || n as signal_id from generate_series(1, 3) n;
  create temporary table matched on commit drop as
    select signal_id, signal_id <> 'sig_2' as is_matched from sent_signals;
  create temporary table alerts (signal_id text, status text, reason text) on commit drop;
  insert into alerts values ('sig_1', 'sent', null), ('sig_3', 'suppressed', 'channel_disabled');
  create temporary table tried (signal_id text, attempts int, ambiguous int) on commit drop;
  insert into tried values ('sig_1', 2, 1);
  create temporary table received (signal_id text, copies int) on commit drop;
  insert into received values ('sig_1', 2)`

const spoilings: [invariant: string, statement: string][] = [
  ['every signal of an applied delivery is stored', `insert into sent_signals values ('sig_4')`],
  ['a signal that the rule matches is decided exactly once', `delete from alerts where signal_id = 'sig_3'`],
  [
    'a signal that the rule matches is decided exactly once',
    `insert into alerts select * from alerts where signal_id = 'sig_3'`,
  ],
  [
    'a signal that the rule does not match is not decided',
    `insert into alerts values ('sig_2', 'suppressed', 'read')`,
  ],
  [
    'an alert is sent, or has a reason why it is not',
    `update alerts set status = 'pending' where signal_id = 'sig_3'`,
  ],
  [
    'an alert is sent, or has a reason why it is not',
    `update alerts set reason = null where signal_id = 'sig_3'`,
  ],
  ['an alert that was sent arrived', 'delete from received'],
  ['copies arrive only where an attempt may have arrived before', 'update tried set ambiguous = 0'],
  ['nothing arrives that was not decided and tried', `insert into received values ('sig_3', 1)`],
  ['nothing arrives that was not decided and tried', `insert into received values ('sig_2', 1)`],
  [
    'no change is set aside',
    `insert into pending_changes (org_id, record, record_id, change, caused_at, changed_at, error)
     values ('org_one', 'signal', 'sig_1', 'created', now(), now(), 'no')`,
  ],
]

test.beforeAll(async ({ testDatabase }) => {
  client = new pg.Client({ connectionString: testDatabase.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
})

test('sound alerts have no violations', async () => {
  expect(await brokenAfter('select')).toEqual([])
})

test.each(spoilings)('tells when it is not true that %s', async (invariant, statement) => {
  expect(await brokenAfter(statement)).toEqual([invariant])
})

async function brokenAfter(statement: string): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(sound)
    await client.query(statement)
    const broken: string[] = []
    for (const { name, sql } of alertInvariants) {
      const { rows } = await client.query<{ example: unknown }>(sql)
      // A null would not say what is wrong.
      if (rows.length > 0)
        broken.push(rows.every(({ example }) => example === null) ? `${name} (null)` : name)
    }
    return broken
  } finally {
    await client.query('rollback')
  }
}
