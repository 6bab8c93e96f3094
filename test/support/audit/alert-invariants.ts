import type { Invariant } from './ledger-invariants.ts'

/*
 * The statements read temporary tables about one workspace with one rule and one channel:
 *   sent_signals (signal_id)                    signals whose delivery is applied
 *   matched (signal_id, is_matched)             stored signals, and whether the rule matches each
 *   alerts (signal_id, status, reason)          the decisions
 *   tried (signal_id, attempts, ambiguous)      the number of attempts, and of those with an unknown outcome
 *   received (signal_id, copies)                what arrived, by the receiver's book
 */
export const alertInvariants: Invariant[] = [
  {
    name: 'every signal of an applied delivery is stored',
    sql: `
      select signal_id as example from sent_signals
      where not exists (select from matched where matched.signal_id = sent_signals.signal_id)`,
  },
  {
    name: 'a signal that the rule matches is decided exactly once',
    sql: `
      select signal_id as example from matched left join alerts using (signal_id)
      group by signal_id having bool_or(is_matched) and count(alerts.status) <> 1`,
  },
  {
    name: 'a signal that the rule does not match is not decided',
    sql: `
      select signal_id as example from alerts left join matched using (signal_id)
      where is_matched is not true`,
  },
  {
    name: 'an alert is sent, or has a reason why it is not',
    sql: `
      select signal_id || ' ' || status as example from alerts
      where status = 'pending' or status <> 'sent' and reason is null`,
  },
  {
    name: 'an alert that was sent arrived',
    sql: `
      select signal_id as example from alerts left join received using (signal_id)
      where status = 'sent' and copies is null`,
  },
  {
    name: 'copies arrive only where an attempt may have arrived before',
    sql: `
      select signal_id || ' ' || copies || ' copies, ' || coalesce(ambiguous, 0) || ' ambiguous' as example
      from received left join tried using (signal_id) where copies - 1 > coalesce(ambiguous, 0)`,
  },
  {
    name: 'nothing arrives that was not decided and tried',
    sql: `
      select signal_id as example from received left join alerts using (signal_id) left join tried using (signal_id)
      where alerts.status is null or attempts is null`,
  },
  {
    name: 'no change is set aside',
    sql: 'select record_id as example from pending_changes where error is not null',
  },
]
