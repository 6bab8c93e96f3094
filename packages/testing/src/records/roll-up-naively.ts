import { type Account, type Signal, signalFrom } from '@signalpost/domain'

/** What the signals of a workspace add up to. */
export type RollUp = {
  accounts: Account[]
  /** How many signals each listener has; excludes listeners without any. */
  signalCounts: Record<string, number>
}

/** Computes it by a full scan over the states that `foldEvents` computes. */
export function rollUpNaively(states: Map<string, unknown>, orgId: string): RollUp {
  const signals = [...states].flatMap(([key, state]) => {
    const [record, id = ''] = key.split(' ')
    if (record !== 'signal') return []
    // The casts: a state is found by its record's name.
    const registers = states.get(`registers ${id}`) as Parameters<typeof signalFrom>[1]
    const { state: ofSignal } = { state } as Parameters<typeof signalFrom>[0]
    return signalFrom({ orgId, id, state: ofSignal }, registers) ?? []
  })
  const byListener = Object.groupBy(signals, (signal) => signal.listenerId)
  const byAccount = Object.groupBy(
    signals.filter((signal) => signal.accountKey !== undefined),
    (signal) => signal.accountKey ?? '',
  )
  return {
    accounts: Object.keys(byAccount)
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map((accountKey) => accountOf(accountKey, byAccount[accountKey] ?? [])),
    signalCounts: Object.fromEntries(Object.entries(byListener).map(([id, all = []]) => [id, all.length])),
  }
}

function accountOf(accountKey: string, signals: Signal[]): Account {
  const placeOf = ({ postedAt, id }: Signal): string => `${postedAt} ${id}`
  const latestFirst = signals.toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
  const names = latestFirst.map(({ subjectOrg, subjectName }) =>
    [subjectOrg?.name, subjectName].find((name) => name?.trim()),
  )
  const regions = latestFirst.map(({ subjectOrg }) => subjectOrg?.location)
  const topScoreVersion = Math.max(...signals.map((signal) => signal.scoreVersion ?? 1))
  const scores = signals
    .filter((signal) => (signal.scoreVersion ?? 1) === topScoreVersion)
    .map((signal) => signal.relevanceScore)
  return {
    accountKey,
    name: names.find((name) => name !== undefined) ?? accountKey.slice(2),
    domain: accountKey.startsWith('d:') ? accountKey.slice(2) : null,
    region: regions.find((region) => region?.trim()) ?? null,
    signalCount: signals.length,
    topScore: Math.max(...scores),
    topScoreVersion,
    firstSignalAt: latestFirst.at(-1)?.postedAt ?? '',
    lastSignalAt: latestFirst[0]?.postedAt ?? '',
    assignedTo: [...new Set(signals.flatMap(({ assignedTo }) => assignedTo?.userId ?? []))].sort(),
  }
}
