import { readFileSync, writeFileSync } from 'node:fs'
import { test } from '@signalpost/testing/test'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { type Harness, startHarness } from '../product/start-harness.ts'
import { type Audit, auditInTransaction } from './audit-ledger.ts'
import { ledgerInvariants } from './ledger-invariants.ts'

const deliveries = 400
const anyApplied = `(select delivery_id from deliveries where status = 'applied' limit 1)`
const newRequest = `
  insert into requests select substr(request_id, 1, 14) || repeat('0', 16), source_id, received_at, trace_id,
    signature_headers, body, sha256`
const newDelivery = `
  insert into deliveries (delivery_id, request_id, index, batch_id, org_id, source_id, event_id, type, received_at,
    due_at, status)
  select substr(delivery_id, 1, 14) || repeat('0', 16), request_id, index, batch_id, org_id, source_id`

const changeColumns = 'org_id, record, record_id, change, document, document_before'
const eventColumns = 'org_id, signal_id, register, from_value, to_value, at, event_id, source_id'

/** The last change of some record of this kind that exists. */
const lastChangeOf = (record: string): string => `(
  select max(n) from recorded_changes c where record = '${record}' and document is not null and not exists (
    select from recorded_changes later
    where (later.org_id, later.record, later.record_id) = (c.org_id, c.record, c.record_id) and later.n > c.n))`

/** Ways to spoil a sound ledger, and the invariant that must catch each. */
const spoilings: [invariant: string, statement: string][] = [
  ['an acknowledged delivery is in the ledger', `delete from deliveries where delivery_id = ${anyApplied}`],
  [
    'an acknowledged delivery has the bytes that were sent',
    `update requests set body = body || ' ', sha256 = sha256(body || ' ')
     where request_id = (select request_id from deliveries where status = 'applied' limit 1)`,
  ],
  [
    'an acknowledged event is applied exactly once',
    `update deliveries set status = 'duplicate' where delivery_id = ${anyApplied}`,
  ],
  [
    'no event is applied twice',
    `update deliveries set status = 'applied'
     where delivery_id = (select delivery_id from deliveries where status = 'duplicate' limit 1)`,
  ],
  [
    'a delivery with wrong or unknown content ends as such',
    `update deliveries set status = 'dead'
     where delivery_id = (select delivery_id from deliveries where status = 'ignored' limit 1)`,
  ],
  [
    'a delivery with wrong or unknown content ends as such',
    `update deliveries set status = 'dead' where delivery_id = ${anyApplied}`,
  ],
  ['nothing stays queued', `update deliveries set status = 'queued' where delivery_id = ${anyApplied}`],
  [
    'a fault of the store costs no attempt',
    `update deliveries set attempts = 2 where delivery_id = ${anyApplied}`,
  ],
  [
    'no delivery comes from nowhere',
    `${newDelivery}, 'evt_of_nobody', type, received_at, due_at, 'ignored' from deliveries limit 1`,
  ],
  [
    'no request is stored more often than it was sent',
    `${newRequest} from requests r where (select count(*) from requests o where o.sha256 = r.sha256) = 1 limit 1`,
  ],
  [
    'a request is stored with all of its deliveries, or not at all',
    `delete from deliveries where delivery_id = (select delivery_id from deliveries where index = 1 limit 1)`,
  ],
  [
    'every delivery has its request',
    'delete from requests where request_id in (select request_id from requests limit 1)',
  ],
  [
    'the bytes match the hash made when they arrived',
    `update requests set body = body || ' ' where request_id in (select request_id from requests limit 1)`,
  ],
  [
    'the ledger adds up',
    `alter table deliveries drop constraint deliveries_status;
     update deliveries set status = 'gone' where delivery_id = ${anyApplied}`,
  ],
  [
    'the counts of the ledger equal its rows',
    'update ledger_counts set deliveries = deliveries + 1 where ctid = (select ctid from ledger_counts limit 1)',
  ],
  [
    'an identity points to the delivery that was applied',
    `update identities set delivery_id = (select delivery_id from deliveries where status = 'duplicate' limit 1)
     where delivery_id = ${anyApplied}`,
  ],
  ['an applied delivery has its identity', `delete from identities where delivery_id = ${anyApplied}`],
  [
    'a duplicate or conflict points to an applied delivery',
    `delete from identities i using deliveries d
     where d.status = 'duplicate' and d.source_id = i.source_id and d.event_id = i.event_id`,
  ],
  [
    "a delivery belongs to its source's workspace",
    `update deliveries set org_id = case org_id when 'org_one' then 'org_two' else 'org_one' end
     where delivery_id = ${anyApplied}`,
  ],
  [
    'a record is created once',
    `insert into recorded_changes (${changeColumns})
     select ${changeColumns} from recorded_changes where change = 'created' limit 1`,
  ],
  [
    'a readable record has a change that created it',
    `delete from recorded_changes where change in ('created', 'restored')`,
  ],
  ...['signal', 'deal', 'listener'].map((record): [string, string] => [
    'each change of a record follows from the one before',
    `insert into recorded_changes (${changeColumns})
     select org_id, record, record_id, 'updated', document, document_before from recorded_changes
     where n = ${lastChangeOf(record)}`,
  ]),
  [
    'each change of a record follows from the one before',
    `delete from recorded_changes where n = (
       select c.n from recorded_changes c join recorded_changes later using (org_id, record, record_id)
       where c.record = 'signal' and later.n > c.n limit 1)`,
  ],
  ...['signal', 'deal', 'listener'].map((record): [string, string] => [
    'a record is as its last change left it',
    `update recorded_changes set document = document || '{"name": "Lost"}' where n = ${lastChangeOf(record)}`,
  ]),
  [
    'a change follows from an applied event',
    `update signals set state = jsonb_set(state, '{last,key,eventId}', '"evt_of_nobody"') where state <> '{}'`,
  ],
  [
    'a change follows from an applied event',
    `update signal_events set event_id = 'evt_of_nobody'
     where signal_event_id in (select signal_event_id from signal_events limit 1)`,
  ],
  [
    'each change of a register follows from the one before',
    `insert into signal_events (${eventColumns}, signal_event_id)
     select ${eventColumns}, 'sev_again' from signal_events order by version desc limit 1`,
  ],
  [
    'each change of a register follows from the one before',
    `alter table signal_events disable trigger user;
     delete from signal_events e where version = (
       select min(version) from signal_events o
       where exists (select from signal_events later
         where (later.org_id, later.signal_id, later.register) = (o.org_id, o.signal_id, o.register)
           and later.version > o.version))`,
  ],
  [
    'a register has the value that its last change gave it',
    `update signal_events e set to_value = '"else"'
     where version = (select max(version) from signal_events o where (o.org_id, o.signal_id) = (e.org_id, e.signal_id))`,
  ],
  [
    'every stored body verifies with the headers that it came with',
    `update requests set signature_headers = '{"x-service-signature": "t=1767225600,v1=00"}'
     where request_id in (select request_id from requests limit 1)`,
  ],
  [
    'every stored body verifies with the headers that it came with',
    `update requests set received_at = received_at + interval '302 seconds'
     where request_id in (select request_id from requests limit 1)`,
  ],
  [
    'the records are what the pure functions make of the applied events',
    `update signals set state = jsonb_set(state, '{first,members,relevanceScore}', '-1') where relevance_score > 0`,
  ],
  [
    'the records are what the pure functions make of the applied events',
    `alter table signal_registers disable trigger user;
     delete from signal_registers where signal_id in (select signal_id from signal_registers limit 1)`,
  ],
  [
    'the records are what the pure functions make of the applied events',
    `update accounts set state = jsonb_set(state, '{summary,top,score}', '-1') where is_listed`,
  ],
  [
    'the records are what the pure functions make of the applied events',
    'update listener_counts set signal_count = signal_count + 1',
  ],
]

let databaseUrl: string
let harness: Harness

test.beforeAll(async ({ testDatabase }) => {
  databaseUrl = testDatabase.url
  harness = await startHarness({ backend: 'postgres', databaseUrl, seed: 4 })
  while (harness.sender.totals.deliveries < deliveries) await harness.sender.send(harness.traffic.next())
  await harness.settle()
  await Promise.all(harness.product.processes.map((one) => one.stop()))
}, 120_000)

afterAll(async () => {
  await harness?.stop()
})

/** Audits a spoiled ledger, and restores it. */
async function auditSpoiled(statement: string, bookPath = harness.book.path): Promise<Audit> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    const results = await client.query(statement)
    expect([results].flat().at(-1)?.rowCount).toBeGreaterThan(0)
    return await auditInTransaction(client, { bookPath, sources: harness.sources })
  } finally {
    await client.end()
  }
}

test('has no complaint about the ledger of an undisturbed product', async () => {
  const { audit, complaints } = await harness.judge()
  expect(complaints).toEqual([])
  expect(audit).toMatchObject({ lost: 0, appliedTwice: 0 })
  expect(Object.keys(audit.statuses)).toEqual(['applied', 'conflict', 'dead', 'duplicate', 'ignored'])
})

test.for(spoilings)('complains when it is not true that %s', async ([invariant, statement]) => {
  const { violations } = await auditSpoiled(statement)
  expect(violations.map((one) => one.invariant)).toContain(invariant)
})

test('complains when something refused is in the ledger, or was acknowledged', async () => {
  const bookPath = `${harness.book.path}.changed`
  const lines = readFileSync(harness.book.path, 'utf8').split('\n')
  const acknowledged = lines.findIndex((line) => line.includes('"outcome":"ok"'))
  const number = /"attempt":(\d+)/.exec(lines[acknowledged] ?? '')?.[1]
  const begun = lines.findIndex((line) => line.startsWith(`{"attempt":${number},`))
  lines[begun] = (lines[begun] ?? '').replaceAll(/"expectation":"[a-z]+"/g, '"expectation":"refused"')
  writeFileSync(bookPath, lines.join('\n'))
  const { violations } = await auditSpoiled('select 1', bookPath)
  expect(violations.map((one) => one.invariant)).toEqual(
    expect.arrayContaining([
      'nothing that was refused is in the ledger',
      'nothing that had to be refused is acknowledged',
    ]),
  )
})

test('has a way to spoil the ledger for every invariant', () => {
  const byTheBook = [
    'nothing that was refused is in the ledger',
    'nothing that had to be refused is acknowledged',
  ]
  const reported = new Set([...spoilings.map(([invariant]) => invariant), ...byTheBook])
  expect(ledgerInvariants.map((one) => one.name).filter((name) => !reported.has(name))).toEqual([])
})
