/** Something that must be true of every ledger and book. The statement returns what breaks it, as `example`. */
export type Invariant = { name: string; sql: string }

/*
 * The book is in two temporary tables:
 *   book_attempts (attempt, source_id, sha256, outcome)
 *   book_events (attempt, index, event_id, delivery_id, expectation)
 * where delivery_id is what a 202 named, else null.
 * `recorded_changes` has a copy of every pending change, in the order in which they were written.
 */

/** The states of the records that have documents, under the names that their changes have. */
const recordStates = `(
  select org_id, 'signal' as record, signal_id as record_id, state from signals where state <> '{}'
  union all select org_id, 'listener', listener_id, state from listeners
  union all select org_id, 'deal', deal_id, state from deals
) s`

/** Registers change without their signal: `signal_events` has their history. */
const registers = `'{alertedAt,assignedTo,feedback,readAt}'::text[]`

export const ledgerInvariants: Invariant[] = [
  {
    name: 'an acknowledged delivery is in the ledger',
    sql: `
      select e.event_id as example
      from book_events e join book_attempts a using (attempt)
      where a.outcome = 'ok' and not exists (
        select from deliveries d
        where d.delivery_id = e.delivery_id and d.event_id = e.event_id and d.source_id = a.source_id
          and d.index = e.index)`,
  },
  {
    name: 'an acknowledged delivery has the bytes that were sent',
    sql: `
      select e.event_id as example
      from book_events e join book_attempts a using (attempt)
      join deliveries d on d.delivery_id = e.delivery_id
      left join requests r on r.request_id = d.request_id
      where a.outcome = 'ok' and (r.sha256 is distinct from a.sha256 or r.source_id <> a.source_id)`,
  },
  {
    name: 'an acknowledged event is applied exactly once',
    sql: `
      select event_id as example
      from (
        select distinct a.source_id, e.event_id from book_events e join book_attempts a using (attempt)
        where a.outcome = 'ok' and e.expectation = 'applied'
      ) acknowledged
      left join deliveries d using (source_id, event_id)
      group by source_id, event_id
      having count(*) filter (where d.status = 'applied') <> 1`,
  },
  {
    name: 'no event is applied twice',
    sql: `
      select event_id as example from deliveries where status = 'applied'
      group by source_id, event_id having count(*) > 1`,
  },
  {
    name: 'a delivery with wrong or unknown content ends as such',
    sql: `
      select distinct d.event_id as example
      from book_events e join book_attempts a using (attempt)
      join deliveries d on d.source_id = a.source_id and d.event_id = e.event_id
      where e.expectation in ('dead', 'ignored') and d.status <> e.expectation
        or e.expectation = 'applied' and d.status in ('dead', 'ignored')`,
  },
  {
    name: 'nothing that was refused is in the ledger',
    sql: `
      select distinct e.event_id as example
      from book_events e join book_attempts a using (attempt)
      join requests r on r.source_id = a.source_id and r.sha256 = a.sha256
      join deliveries d on d.request_id = r.request_id and d.event_id = e.event_id
      where e.expectation = 'refused' or not exists (
        select from book_attempts other
        where other.source_id = a.source_id and other.sha256 = a.sha256 and other.outcome <> 'refused')`,
  },
  {
    name: 'nothing that had to be refused is acknowledged',
    sql: `
      select e.event_id as example from book_events e join book_attempts a using (attempt)
      where a.outcome = 'ok' and e.expectation = 'refused'`,
  },
  {
    name: 'nothing stays queued',
    sql: `select event_id as example from deliveries where status = 'queued'`,
  },
  {
    name: 'a fault of the store costs no attempt',
    sql: `select event_id as example from deliveries where status = 'applied' and attempts <> 1`,
  },
  {
    name: 'no delivery comes from nowhere',
    sql: `
      select d.event_id as example from deliveries d
      where not exists (
        select from book_events e join book_attempts a using (attempt)
        where a.source_id = d.source_id and e.event_id = d.event_id)`,
  },
  {
    name: 'no request is stored more often than it was sent',
    sql: `
      select encode(sha256, 'hex') as example
      from requests r
      group by source_id, sha256
      having count(*) > (
        select count(*) from book_attempts a
        where a.source_id = r.source_id and a.sha256 = r.sha256 and a.outcome <> 'refused')`,
  },
  {
    name: 'a request is stored with all of its deliveries, or not at all',
    sql: `
      select r.request_id as example
      from requests r
      left join deliveries d using (request_id)
      join lateral (
        select count(*) as events from book_events
        where attempt = (
          select min(attempt) from book_attempts a where a.source_id = r.source_id and a.sha256 = r.sha256)
      ) sent on true
      group by r.request_id, sent.events
      having count(d.delivery_id) <> sent.events
        or count(distinct d.index) <> sent.events or max(d.index) <> sent.events - 1`,
  },
  {
    name: 'every delivery has its request',
    sql: `
      select event_id as example from deliveries d
      where not exists (select from requests r where r.request_id = d.request_id and r.source_id = d.source_id)`,
  },
  {
    name: 'the bytes match the hash made when they arrived',
    sql: `select request_id as example from requests where sha256(body) <> sha256`,
  },
  {
    name: 'the ledger adds up',
    sql: `
      select count(*)::text as example from deliveries
      having count(*) <> count(*) filter (where status = 'queued') + count(*) filter (where status = 'applied')
        + count(*) filter (where status = 'duplicate') + count(*) filter (where status = 'conflict')
        + count(*) filter (where status = 'ignored') + count(*) filter (where status = 'dead')`,
  },
  {
    name: 'the counts of the ledger equal its rows',
    sql: `
      select coalesce(c.org_id, d.org_id) || ' ' || coalesce(c.status, d.status) as example
      from (
        select org_id, step, status, sum(deliveries) as count from ledger_counts group by 1, 2, 3
      ) c
      full join (
        select org_id, ledger_step(received_at) as step, status, count(*) from deliveries
        where status <> 'queued' group by 1, 2, 3
      ) d using (org_id, step, status)
      where coalesce(c.count, 0) <> coalesce(d.count, 0)`,
  },
  {
    name: 'an identity points to the delivery that was applied',
    sql: `
      select i.event_id as example from identities i
      left join deliveries d using (delivery_id)
      where d.status is distinct from 'applied' or d.source_id <> i.source_id or d.event_id <> i.event_id`,
  },
  {
    name: 'an applied delivery has its identity',
    sql: `
      select d.event_id as example from deliveries d
      left join identities i using (delivery_id)
      where d.status = 'applied' and i.delivery_id is null`,
  },
  {
    name: 'a duplicate or conflict points to an applied delivery',
    sql: `
      select d.event_id as example from deliveries d
      where d.status in ('duplicate', 'conflict') and not exists (
        select from identities i where i.source_id = d.source_id and i.event_id = d.event_id)`,
  },
  {
    name: "a delivery belongs to its source's workspace",
    sql: `
      select d.event_id as example from deliveries d
      left join (select source_id, org_id from sources union all select channel_id, org_id from channels) s
        using (source_id)
      where s.org_id is distinct from d.org_id`,
  },
  {
    name: 'a record is created once',
    sql: `
      select record || ' ' || record_id as example from recorded_changes where change = 'created'
      group by org_id, record, record_id having count(*) > 1`,
  },
  {
    name: 'a readable record has a change that created it',
    sql: `
      select record || ' ' || record_id as example from ${recordStates}
      where state #> '{last,document}' <> 'null' and state #> '{first,members}' is not null and not exists (
        select from recorded_changes c
        where c.org_id = s.org_id and c.record = s.record and c.record_id = s.record_id
          and c.change in ('created', 'restored'))`,
  },
  {
    name: 'each change of a record follows from the one before',
    sql: `
      select record || ' ' || record_id as example
      from (
        select record, record_id, change, document - ${registers} as document, document_before - ${registers} as before,
          lag(change) over earlier as last_change, lag(document - ${registers}) over earlier as last_document
        from recorded_changes where record <> 'registers'
        window earlier as (partition by org_id, record, record_id order by n)
      ) c
      where case change
          when 'created' then last_change is not null
          -- One that was created and deleted in one batch was never visible before.
          when 'restored' then last_change <> 'deleted'
          -- A signal has no document until the event that describes it first has arrived.
          else last_change is null or last_change = 'deleted' or document = last_document
        end
        or record = 'signal' and before is distinct from last_document`,
  },
  {
    name: 'a record is as its last change left it',
    sql: `
      select record || ' ' || record_id as example
      from ${recordStates}
      cross join lateral (
        select document - ${registers} - '{id,orgId,open,postedAt,signalCount}'::text[] as document
        from recorded_changes c
        where c.org_id = s.org_id and c.record = s.record and c.record_id = s.record_id
        order by n desc limit 1
      ) last
      where last.document is distinct from
        nullif(state #> '{last,document}', 'null') || (state #> '{first,members}')`,
  },
  {
    name: 'a change follows from an applied event',
    sql: `
      select changed.event_id as example
      from (
        select state #>> '{last,key,eventId}' as event_id, state #>> '{last,key,sourceId}' as source_id
        from ${recordStates}
        union all select event_id, source_id from signal_events
      ) changed
      where changed.event_id not like 'svc\\_%' and not exists (
        select from deliveries d
        where d.source_id = changed.source_id and d.event_id = changed.event_id and d.status = 'applied')`,
  },
  {
    name: 'each change of a register follows from the one before',
    sql: `
      select signal_id || ' ' || register as example
      from (
        select signal_id, register, from_value, to_value,
          lag(to_value) over (partition by org_id, signal_id, register order by version) as last_value
        from signal_events
      ) e
      where from_value is distinct from last_value or to_value is not distinct from from_value`,
  },
  {
    name: 'a register has the value that its last change gave it',
    sql: `
      select r.signal_id as example
      from signal_registers r
      cross join lateral (values ('assignedTo', r.state #> '{assignedTo,value}'), ('feedback', r.state #> '{feedback,value}'),
        ('readAt', (select to_jsonb(min(claim ->> 'value' collate "C")) from jsonb_array_elements(r.state -> 'readAt') claim)),
        ('alertedAt', (select to_jsonb(min(claim ->> 'value' collate "C")) from jsonb_array_elements(r.state -> 'alertedAt') claim))
      ) stands (register, value)
      left join (
        select distinct on (org_id, signal_id, register) org_id, signal_id, register, to_value
        from signal_events order by org_id, signal_id, register, version desc
      ) last using (org_id, signal_id, register)
      where last.to_value is distinct from nullif(stands.value, 'null')`,
  },
]
