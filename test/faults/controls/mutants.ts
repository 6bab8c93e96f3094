/** A bug, planted into a copy of the product, and the complaint with which a run with these faults must catch it. */
export type Mutant = {
  name: string
  file: string
  /** Each text is in the file once. */
  changes: readonly (readonly [from: string, to: string])[]
  faults: readonly string[]
  /** One of the complaints contains this. */
  caughtBy: string
}

const storeFile = 'packages/database/src/ledger/store-deliveries.ts'
const changesFile = 'packages/database/src/records/merge/write-pending-changes.ts'
const historyFile = 'packages/database/src/records/merge/write-signal-events.ts'
const receiveFile = 'apps/intake/src/receive/receive-delivery.ts'

export const mutants: readonly Mutant[] = [
  {
    name: 'acknowledges-before-the-commit',
    file: storeFile,
    changes: [
      [
        "  await pool.query({\n    name: 'store-deliveries',",
        "  pool.query({\n    name: 'store-deliveries',",
      ],
      ['    ],\n  })\n  return { batchId', '    ],\n  }).catch(() => undefined)\n  return { batchId'],
    ],
    faults: ['postgres-stopped-hard', 'postgres-connections-reset'],
    caughtBy: 'an acknowledged delivery is in the ledger',
  },
  {
    name: 'commits-asynchronously',
    file: 'packages/database/src/database.ts',
    changes: [["synchronous_commit: 'on'", "synchronous_commit: 'off'"]],
    faults: Array.from({ length: 6 }, () => 'postgres-crashes-and-is-back-at-once'),
    caughtBy: 'an acknowledged delivery is in the ledger',
  },
  {
    name: 'has-no-unique-identities',
    file: 'apps/worker/src/jobs/apply-deliveries.ts',
    changes: [['if (first === undefined || first.deliveryId === settled.deliveryId)', 'if (first !== null)']],
    faults: ['a-hundred-duplicates-at-once'],
    caughtBy: 'no event is applied twice',
  },
  {
    name: 'mixes-workspaces',
    file: 'packages/database/src/records/merge/record-key.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of the product
    changes: [['return `${orgId} ${id}`', 'return orgId === undefined ? orgId : id']],
    faults: ['jobs-vanish'],
    caughtBy: 'the records are what the pure functions make of the applied events',
  },
  {
    name: 'sweeps-nothing',
    file: 'apps/worker/src/jobs/sweep-deliveries.ts',
    changes: [['while (!shouldStop())', 'while (shouldStop())']],
    faults: ['jobs-vanish'],
    caughtBy: 'nothing stays queued',
  },
  {
    name: 'counts-faults-of-the-store-as-attempts',
    file: 'packages/database/src/store-fault.ts',
    changes: [['for (const cause of chainOf(error)) {', 'for (const cause of chainOf(error).slice(0, 0)) {']],
    faults: ['postgres-serialization-failures'],
    caughtBy: 'a fault of the store costs no attempt',
  },
  {
    name: 'loses-changes',
    file: changesFile,
    changes: [
      ['if (changes.length === 0) return', 'if (changes.length === 0 || Math.random() < 0.2) return'],
    ],
    faults: ['jobs-vanish'],
    caughtBy: 'a readable record has a change that created it',
  },
  {
    name: 'records-changes-twice',
    file: changesFile,
    changes: [['JSON.stringify(rows)', 'JSON.stringify(Math.random() < 0.2 ? [...rows, ...rows] : rows)']],
    faults: ['jobs-vanish'],
    caughtBy: 'a record is created once',
  },
  {
    name: 'loses-changes-of-registers',
    file: historyFile,
    changes: [['if (rows.length === 0) return', 'if (rows.length === 0 || Math.random() < 0.2) return']],
    faults: ['jobs-vanish'],
    caughtBy: 'a register has the value that its last change gave it',
  },
  {
    name: 'records-changes-of-registers-twice',
    file: historyFile,
    changes: [
      [
        'JSON.stringify(rows)',
        "JSON.stringify([...rows, ...rows.map((row) => ({ ...row, signal_event_id: createId('sev_', nowMs) }))])",
      ],
    ],
    faults: ['jobs-vanish'],
    caughtBy: 'each change of a register follows from the one before',
  },
  {
    name: 'stores-other-bytes',
    file: receiveFile,
    changes: [
      [
        '        body,\n        events',
        '        body: Buffer.concat([body, Buffer.alloc(1, 32)]),\n        events',
      ],
    ],
    faults: ['jobs-vanish'],
    caughtBy: 'an acknowledged delivery has the bytes that were sent',
  },
  {
    name: 'believes-every-sender',
    file: receiveFile,
    changes: [['if (source === undefined || !verification.ok)', 'if (source === undefined)']],
    faults: ['jobs-vanish'],
    caughtBy: 'nothing that was refused is in the ledger',
  },
  {
    name: 'drops-the-last-of-an-array',
    file: storeFile,
    changes: [
      [
        'for (const [index, event] of received.events.entries()) {',
        'for (const [index, event] of received.events.entries()) {\n      if (index > 0 && index === received.events.length - 1) continue',
      ],
    ],
    faults: ['jobs-vanish'],
    caughtBy: 'an acknowledged delivery is in the ledger',
  },
  {
    name: 'lets-the-last-to-arrive-win',
    file: 'packages/domain/src/records/last-wins.ts',
    changes: [['isLater(b.last.key, a.last.key) ? b.last : a.last', 'b.last']],
    faults: ['jobs-vanish', 'kill-worker'],
    caughtBy: 'the records are what the pure functions make of the applied events',
  },
  {
    name: 'acknowledges-what-could-not-be-stored',
    file: 'apps/intake/src/receive/gather-deliveries.ts',
    changes: [
      [
        'for (const one of waiters) one.reject(failure)',
        'for (const one of waiters) one.resolve([failure.name])',
      ],
    ],
    faults: ['postgres-stopped-hard'],
    caughtBy: 'an acknowledged delivery is in the ledger',
  },
  {
    name: 'moves-the-cursor-before-the-rows',
    file: 'packages/warehouses/src/postgres/create-batch-writer.ts',
    changes: [
      [
        "      await writeRows()\n      await query(cursors.move, [orgId, table.name, from, to, table.version, batchId, history])\n      reach('sync.merged')\n",
        "      await query(cursors.move, [orgId, table.name, from, to, table.version, batchId, history])\n      await query('commit')\n      reach('sync.merged')\n      await query('begin')\n      await writeRows()\n",
      ],
    ],
    faults: Array.from({ length: 6 }, () => 'crash-at-sync-merged'),
    caughtBy: 'the warehouse postgres differs',
  },
  {
    name: 'writes-older-rows-over-newer-ones',
    file: 'packages/warehouses/src/postgres/statements.ts',
    changes: [
      [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of the product
        'where ${replaces(rewritesEqual)}`',
        'where excluded._version is not null`',
      ],
    ],
    faults: Array.from({ length: 6 }, () => 'worker-frozen-in-the-middle-of-a-sync'),
    caughtBy: 'the warehouse postgres differs',
  },
  {
    name: 'forgets-pending-changes',
    file: changesFile,
    changes: [
      ['if (changes.length === 0) return', 'if (changes.length === 0 || Math.random() < 0.2) return'],
    ],
    faults: ['channel-disabled-and-enabled'],
    caughtBy: 'a signal that the rule matches is decided exactly once',
  },
  {
    name: 'sends-again-as-if-it-had-not-arrived',
    file: 'packages/alerting/src/sending/give-up-abandoned.ts',
    changes: [["outcome: 'ambiguous' as const", "outcome: 'retry' as const"]],
    faults: ['workers-killed-while-the-receiver-answers'],
    caughtBy: 'copies arrive only where an attempt may have arrived before',
  },
]
