import type { PlantedMistake } from './planted-mistake.ts'

const processTests = { testFile: 'packages/runtime/src/lifecycle/run-process.process.test.ts' }
const readinessTests = { testFile: 'test/readiness.process.test.ts', needsEarlierTests: true } as const

export const mistakesInTheProduct: readonly PlantedMistake[] = [
  {
    name: 'says-ready-while-it-drains',
    file: 'packages/runtime/src/http/health-routes.ts',
    changes: [['if (draining?.aborted) {', 'if (draining?.aborted && checks.length > 99) {']],
    ...processTests,
    test: 'runProcess > serves on while it drains, but is not ready and keeps no connection',
    says: '503',
  },
  {
    name: 'stops-without-a-drain',
    file: 'packages/runtime/src/lifecycle/run-process.ts',
    changes: [['if (drainMs > 0) {', 'if (drainMs > 1e9) {']],
    ...processTests,
    test: 'runProcess > serves on while it drains, but is not ready and keeps no connection',
    says: 'ECONNREFUSED',
  },
  {
    name: 'keeps-connections-while-it-drains',
    file: 'packages/runtime/src/server/listen.ts',
    changes: [['isClosing || draining?.aborted === true', 'isClosing']],
    ...processTests,
    test: 'runProcess > serves on while it drains, but is not ready and keeps no connection',
    says: 'keep-alive',
  },
  {
    name: 'takes-a-standby-for-ready',
    file: 'packages/database/src/check-database.ts',
    changes: [
      ['pg_is_in_recovery()::text as', "'false' as"],
      ['  checkSettings(settings)', '  checkSettings({ ...settings, transaction_read_only: "off" })'],
    ],
    ...readinessTests,
    test: 'a standby is not ready, doctor and migrate name it, and promoting it is enough',
    says: 'standby',
  },
  {
    name: 'runs-on-a-schema-that-is-closed-to-it',
    file: 'packages/database/src/check-database.ts',
    changes: [['if (!mayRunBeside) throw', 'if (!mayRunBeside && pending.length > 999) throw']],
    ...readinessTests,
    test: 'a schema that is behind, or ahead and closed to this version, is not ready; one that is open is',
    says: 'ahead',
  },
  {
    name: 'syncs-past-the-outgoing-proxy',
    file: 'packages/sync/src/start-syncing.ts',
    changes: [['const { dataDir, outgoingProxy } = config', 'const [{ dataDir }, outgoingProxy] = [config]']],
    testFile: 'test/warehouses/outgoing-proxy.heavy.test.ts',
    test: 'a worker brings changes to ClickHouse through the proxy alone, and names a proxy that refuses it',
    says: 'the proxy answered 407',
  },
]
