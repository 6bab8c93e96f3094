import { type Dashboard, graph, percentiles, perSecond } from './panel.ts'

const onlyRedis = 'only where the queue is in Redis'
const onlyFailing = 'only while something fails'
const onlyListeners = 'only where listeners search'

/** All dashboards, in the order in which an operator looks at them. */
export const dashboards: readonly Dashboard[] = [
  {
    name: 'overview',
    title: 'Signalpost: overview',
    description: 'Whether the way from a sender to an alert and a warehouse works, and how fast.',
    panels: [
      graph('Processes', 'short', 'Processes that can be scraped, by kind.', {
        '{{process}}': 'count by (process) (signalpost_build_info{$at})',
      }),
      graph('Accepted deliveries', 'ops', 'Deliveries that were stored and answered with 202.', {
        accepted: 'sum(rate(signalpost_deliveries_accepted_total{$at}[$__rate_interval]))',
      }),
      graph('Refused requests', 'ops', 'Requests to hooks that were refused, by reason.', {
        '{{reason}}': perSecond('signalpost_requests_refused_total', 'reason'),
      }),
      graph('Answer to the sender', 's', 'Time from the head of a request until its 202.', {
        ...percentiles('signalpost_hook_answer_seconds', ',status="202"'),
      }),
      graph('Accepted to applied', 's', 'Time from the receipt of a delivery until it is settled.', {
        ...percentiles('signalpost_applied_after_seconds'),
      }),
      graph('Decided to sent', 's', 'Time from the decision to send a message until its channel took it.', {
        ...percentiles('signalpost_sent_after_seconds'),
      }),
      graph(
        'Oldest that waits',
        's',
        'How long the oldest delivery and the oldest due message have waited.',
        {
          delivery: 'max(signalpost_oldest_queued_seconds{$at})',
          message: 'max(signalpost_oldest_due_message_seconds{$at})',
        },
      ),
      graph('Warehouse lag', 's', 'How long the oldest change that a warehouse lacks has waited.', {
        '{{kind}} {{warehouse}}': 'max by (kind, warehouse) (signalpost_warehouse_lag_seconds{$at})',
      }),
      graph('Canary', 's', 'Time that the canary needs for each stage, in the mean.', {
        '{{stage}}':
          'sum by (stage) (rate(signalpost_canary_seconds_sum{$at}[15m])) / sum by (stage) (rate(signalpost_canary_seconds_count{$at}[15m]))',
      }),
      graph('Versions', 'short', 'Processes of each version. Two versions are an upgrade under way.', {
        '{{version}}': 'count by (version) (signalpost_build_info{$at})',
      }),
      graph('Restarts', 'short', 'Starts of processes in the last hour.', {
        '{{process}} {{instance}}':
          'sum by (process, instance) (changes(process_start_time_seconds{$at,process=~"intake|worker|api|console|searcher"}[1h]))',
      }),
      graph('Event loop', 's', 'How long a process keeps its work waiting, 99th percentile.', {
        '{{process}} {{instance}}': 'max by (process, instance) (nodejs_eventloop_lag_p99_seconds{$at})',
      }),
    ],
  },
  {
    name: 'intake',
    title: 'Signalpost: intake',
    description: 'What senders meet.',
    panels: [
      graph('Answers by status', 'ops', 'Answers to hooks, by HTTP status.', {
        '{{status}}': perSecond('signalpost_hook_answer_seconds_count', 'status'),
      }),
      graph('Time to the answer', 's', 'Over all statuses.', percentiles('signalpost_hook_answer_seconds')),
      graph('Refusals by reason', 'ops', 'A wrong signature is `mismatch`; `unavailable` is our own fault.', {
        '{{reason}}': perSecond('signalpost_requests_refused_total', 'reason'),
      }),
      graph('Commit', 's', 'Time of one commit of deliveries.', percentiles('signalpost_flush_seconds')),
      graph('Deliveries in a commit', 'short', 'Group commit: they grow with the load.', {
        mean: 'sum(rate(signalpost_flush_deliveries_sum{$at}[$__rate_interval])) / sum(rate(signalpost_flush_deliveries_count{$at}[$__rate_interval]))',
      }),
      graph('Waiting for a commit', 'short', 'Deliveries that are verified and wait for their commit.', {
        '{{instance}}': 'signalpost_waiting_deliveries{$at}',
      }),
      graph(
        'Unfinished requests',
        'bytes',
        'Bytes held of unfinished requests; at 128 MiB the slowest are refused.',
        {
          '{{instance}}': 'signalpost_unfinished_request_bytes{$at}',
        },
      ),
      graph(
        'Refused connections',
        'ops',
        'Connections beyond a limit.',
        {
          '{{process}}': perSecond('signalpost_connections_refused_total', 'process'),
        },
        onlyFailing,
      ),
      graph('Memory', 'bytes', 'Resident memory of each intake.', {
        '{{instance}}': 'process_resident_memory_bytes{$at,process="intake"}',
      }),
      graph('Processor time', 'percentunit', 'Cores that each intake uses.', {
        '{{instance}}': 'rate(process_cpu_seconds_total{$at,process="intake"}[$__rate_interval])',
      }),
    ],
  },
  {
    name: 'applying',
    title: 'Signalpost: applying',
    description: 'What workers do with accepted deliveries.',
    panels: [
      graph('Settled deliveries', 'ops', 'Deliveries settled, by status.', {
        '{{status}}': perSecond('signalpost_deliveries_settled_total', 'status'),
      }),
      graph('Event types', 'ops', 'Deliveries settled, by type of event.', {
        '{{type}}': perSecond('signalpost_deliveries_settled_total', 'type'),
      }),
      graph(
        'Accepted to applied',
        's',
        'For the first attempt.',
        percentiles('signalpost_applied_after_seconds'),
      ),
      graph('Waiting deliveries', 'short', 'Counted up to 100,000.', {
        queued: 'max(signalpost_queued_deliveries{$at})',
      }),
      graph('Oldest waiting delivery', 's', 'Pages from 60 s on.', {
        oldest: 'max(signalpost_oldest_queued_seconds{$at})',
      }),
      graph('Dead letters', 'short', 'Deliveries that could not be applied, counted up to 100,000.', {
        dead: 'max(signalpost_dead_letters{$at})',
      }),
      graph(
        'Transaction',
        's',
        'Time of one applying transaction.',
        percentiles('signalpost_apply_batch_seconds'),
      ),
      graph('Deliveries in a transaction', 'short', 'They grow with the load.', {
        mean: 'sum(rate(signalpost_apply_batch_deliveries_sum{$at}[$__rate_interval])) / sum(rate(signalpost_apply_batch_deliveries_count{$at}[$__rate_interval]))',
      }),
      graph(
        'Failed attempts',
        'ops',
        'Attempts that failed because of the delivery itself, by outcome.',
        {
          '{{outcome}}': perSecond('signalpost_delivery_failures_total', 'outcome'),
        },
        onlyFailing,
      ),
      graph('Interrupted work', 'ops', 'Work interrupted by a store, by process and part.', {
        '{{process}} {{part}}': perSecond('signalpost_store_faults_total', 'process, part'),
      }),
    ],
  },
  {
    name: 'alerts',
    title: 'Signalpost: alerts',
    description: 'From a change of a record to a message in a channel.',
    panels: [
      graph('Decisions', 'ops', 'Decisions for a rule, a channel and a signal.', {
        '{{decision}} {{reason}}': perSecond('signalpost_dispatch_decisions_total', 'decision, reason'),
      }),
      graph('Attempts', 'ops', 'Attempts to send a message, by kind of channel and outcome.', {
        '{{kind}} {{outcome}}': perSecond('signalpost_dispatch_attempts_total', 'kind, outcome'),
      }),
      graph(
        'Time of an attempt',
        's',
        'How long receivers take.',
        percentiles('signalpost_dispatch_attempt_seconds'),
      ),
      graph(
        'Changed to evaluated',
        's',
        'From a change to its evaluation.',
        percentiles('signalpost_evaluated_after_seconds'),
      ),
      graph(
        'Decided to sent',
        's',
        'Without digests and replays.',
        percentiles('signalpost_sent_after_seconds'),
      ),
      graph(
        'Waiting',
        'short',
        'Changes to evaluate and messages that are due, each counted up to 100,000.',
        {
          changes: 'max(signalpost_pending_changes{$at})',
          messages: 'max(signalpost_due_messages{$at})',
        },
      ),
      graph('Oldest due message', 's', 'For channels that neither fail nor pause. Pages from 120 s on.', {
        oldest: 'max(signalpost_oldest_due_message_seconds{$at})',
      }),
      graph('Changes set aside', 'short', 'Changes that could not be evaluated. Each is a bug.', {
        'set aside': 'max(signalpost_changes_set_aside{$at})',
      }),
      graph(
        'Time to taken',
        's',
        'From the first storing of a signal that escalates until someone takes it, 90th percentile.',
        {
          '{{urgency}}':
            'histogram_quantile(0.9, sum by (le, urgency) (rate(signalpost_time_to_taken_seconds_bucket{$at}[1h])))',
        },
        'only after a signal that escalates was taken',
      ),
      graph('Channels', 'short', 'Channels by state.', {
        '{{state}}': 'max by (state) (signalpost_channels{$at})',
      }),
      graph(
        'Failing channels',
        's',
        'For how long attempts of a channel have failed.',
        {
          '{{kind}} {{channel}}': 'max by (kind, channel) (signalpost_channel_failing_seconds{$at})',
        },
        onlyFailing,
      ),
    ],
  },
  {
    name: 'searching',
    title: 'Signalpost: searching',
    description: 'What listeners ask of platforms, and how what they find reaches the intake.',
    panels: [
      graph(
        'Searches',
        'ops',
        'Searches by platform and outcome.',
        { '{{platform}} {{outcome}}': perSecond('signalpost_searches_total', 'platform, outcome') },
        onlyListeners,
      ),
      graph(
        'Requests to platforms',
        'ops',
        'By platform and status of the answer.',
        { '{{platform}} {{status}}': perSecond('signalpost_platform_requests_total', 'platform, status') },
        onlyListeners,
      ),
      graph(
        'Finds sent to the intake',
        'ops',
        'By outcome: delivered, refused, or waiting to be sent again.',
        { '{{outcome}}': perSecond('signalpost_finds_settled_total', 'outcome') },
        onlyListeners,
      ),
      graph(
        'Questions to the language model',
        'ops',
        'By outcome: used, unusable, failed, paused after failures, or budget, which is used up.',
        { '{{outcome}}': perSecond('signalpost_model_calls_total', 'outcome') },
        onlyListeners,
      ),
      graph(
        'Calls of the rerank model',
        'ops',
        'By outcome: used, failed, paused after failures, or budget, which is used up.',
        { '{{outcome}}': perSecond('signalpost_rerank_calls_total', 'outcome') },
        onlyListeners,
      ),
      graph('Waiting finds', 'short', 'Finds that wait for their delivery to the intake.', {
        waiting: 'max(signalpost_finds_waiting{$at})',
      }),
      graph('Oldest waiting find', 's', 'How long it has waited.', {
        oldest: 'max(signalpost_oldest_waiting_find_seconds{$at})',
      }),
    ],
  },
  {
    name: 'warehouses',
    title: 'Signalpost: warehouses',
    description: 'How far each warehouse is.',
    panels: [
      graph('Lag', 's', 'How long the oldest change that a warehouse lacks has waited.', {
        '{{kind}} {{warehouse}}': 'max by (kind, warehouse) (signalpost_warehouse_lag_seconds{$at})',
      }),
      graph('Rows behind', 'short', 'Records that changed and are not in the warehouse as they are now.', {
        '{{kind}} {{warehouse}}': 'max by (kind, warehouse) (signalpost_warehouse_lag_rows{$at})',
      }),
      graph('Interval', 's', 'How often each warehouse is brought up to date.', {
        '{{kind}} {{warehouse}}': 'max by (kind, warehouse) (signalpost_warehouse_interval_seconds{$at})',
      }),
      graph('Degraded', 'short', '1 while syncs of a warehouse fail.', {
        '{{kind}} {{warehouse}}': 'max by (kind, warehouse) (signalpost_warehouse_degraded{$at})',
      }),
      graph('Written rows', 'ops', 'Rows written, by kind and table.', {
        '{{kind}} {{table}}': perSecond('signalpost_warehouse_rows_total', 'kind, table'),
      }),
      graph(
        'Time of a sync',
        's',
        'Of syncs that ended well.',
        percentiles('signalpost_warehouse_sync_seconds'),
      ),
      graph(
        'Failures',
        'ops',
        'Syncs that a warehouse ended, by kind and fault.',
        {
          '{{kind}} {{fault}}': perSecond('signalpost_warehouse_failures_total', 'kind, fault'),
        },
        onlyFailing,
      ),
      graph('Rows set aside', 'short', 'Rows that a warehouse refuses, tried again.', {
        '{{kind}} {{warehouse}}': 'max by (kind, warehouse) (signalpost_warehouse_rejected_rows{$at})',
      }),
      graph(
        'Differing rows',
        'short',
        'Rows that were not the same when they were last compared.',
        {
          '{{kind}} {{warehouse}}': 'max by (kind, warehouse) (signalpost_warehouse_differing_rows{$at})',
        },
        'only after the first comparison',
      ),
    ],
  },
  {
    name: 'stores',
    title: 'Signalpost: stores',
    description: 'PostgreSQL, the queue, and what must not run out.',
    panels: [
      graph('Connections of the server', 'short', 'Connections of all clients, and how many it takes.', {
        'in use': 'max(signalpost_postgres_connections{$at})',
        limit: 'max(signalpost_postgres_connections_limit{$at})',
      }),
      graph('Connections by process', 'short', 'Connections of each pool, by state.', {
        '{{process}} {{pool}} {{state}}':
          'sum by (process, pool, state) (signalpost_database_connections{$at})',
      }),
      graph('Waiting for a connection', 'short', 'Work that waits for a connection, by pool.', {
        '{{process}} {{pool}}': 'sum by (process, pool) (signalpost_database_waiting{$at})',
      }),
      graph('Size of the database', 'bytes', 'As PostgreSQL counts it.', {
        database: 'max(signalpost_database_bytes{$at})',
      }),
      graph('Partitions ahead', 'short', 'Days for which the ledger has partitions. Pages below 3.', {
        days: 'max(signalpost_partitions_ahead{$at})',
      }),
      graph('Last maintenance', 'dateTimeAsIso', 'When a worker last maintained the store.', {
        maintenance: 'max(signalpost_maintained_timestamp_seconds{$at}) * 1000',
      }),
      graph('Age of the backup', 's', 'Since the last backup. Pages from 26 h on.', {
        age: 'time() - max(signalpost_backup_timestamp_seconds{$at})',
      }),
      graph(
        'WAL archive',
        'short',
        '1 while WAL cannot be archived.',
        {
          failing: 'max(signalpost_wal_archive_failing{$at})',
        },
        'only where the server archives WAL',
      ),
      graph('Retained WAL', 'bytes', 'WAL that a replication slot holds.', {
        retained: 'max(signalpost_wal_retained_bytes{$at})',
      }),
      graph('Standbys', 'short', 'Standbys that are connected.', {
        standbys: 'max(signalpost_standbys{$at})',
      }),
      graph(
        'Standby lag',
        'bytes',
        'WAL that the slowest standby has not replayed.',
        {
          lag: 'max(signalpost_standby_lag_bytes{$at})',
        },
        'only with a standby',
      ),
      graph('Queue reachable', 'short', '1 while the store of the queue answers.', {
        reachable: 'max(signalpost_queue_reachable{$at})',
      }),
      graph('Batches in the queue', 'short', 'Jobs that wait.', {
        batches: 'max(signalpost_queue_waiting_batches{$at})',
      }),
      graph(
        'Memory of Redis',
        'bytes',
        'Used memory of its fullest node, and the limit.',
        {
          used: 'max(signalpost_queue_memory_bytes{$at})',
          limit: 'max(signalpost_queue_memory_limit_bytes{$at})',
        },
        onlyRedis,
      ),
      graph('Clock skew', 's', 'How far the clock of a worker is ahead of the database.', {
        '{{instance}}': 'signalpost_clock_skew_seconds{$at}',
      }),
      graph('Schema version', 'short', 'The newest migration, as each process sees it.', {
        '{{process}} {{instance}}': 'max by (process, instance) (signalpost_schema_version{$at})',
      }),
    ],
  },
]
