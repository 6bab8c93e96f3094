import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/slow-first.ts'

const filesNamed = (ending: string) => [`{apps,packages,infra}/*/src/**/*${ending}`, `test/**/*${ending}`]
/** `.ci/run` leaves files out by SIGNALPOST_TEST_EXCLUDE, globs separated by spaces: Vitest's own option does not reach projects. */
const leftOut = (process.env.SIGNALPOST_TEST_EXCLUDE ?? '').split(/\s+/).filter((glob) => glob !== '')
const ignored = ['**/node_modules/**', ...leftOut]

/** A file's name decides its project: `x.test.ts` is pure, the others say what they need. */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // A new process with all imports for each of over two hundred files would be a third of the run.
    isolate: false,
    reporters: ['default'],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers: 2,
          include: filesNamed('.test.ts'),
          exclude: [
            ...ignored,
            '**/*.{linear,integration,process,browser,pages,faults,heavy,operations,drill}.test.ts',
          ],
          setupFiles: ['packages/testing/src/refuse-servers.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'linear',
          include: filesNamed('.linear.test.ts'),
          exclude: ignored,
          setupFiles: ['packages/testing/src/refuse-servers.ts'],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: filesNamed('.integration.test.ts'),
          exclude: ignored,
          globalSetup: ['packages/testing/src/global-setup.ts'],
          // Many of these tests wait more than they compute.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: filesNamed('.process.test.ts'),
          exclude: ignored,
          globalSetup: ['packages/testing/src/global-setup.ts'],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: filesNamed('.browser.test.ts'),
          exclude: ignored,
          globalSetup: ['packages/testing/src/global-setup.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: filesNamed('.pages.test.ts'),
          exclude: ignored,
          globalSetup: ['packages/testing/src/global-setup.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: filesNamed('.faults.test.ts'),
          exclude: ignored,
          globalSetup: ['packages/testing/src/global-setup.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'warehouses',
          include: filesNamed('.heavy.test.ts'),
          exclude: ignored,
          globalSetup: ['packages/testing/src/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 3,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'operations',
          include: filesNamed('.operations.test.ts'),
          exclude: ignored,
          globalSetup: [
            'test/operations/support/install-debian-packages.ts',
            'packages/testing/src/global-setup.ts',
          ],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
          sequence: { groupOrder: 5 },
        },
      },
      {
        extends: true,
        test: {
          name: 'drills',
          include: filesNamed('.drill.test.ts'),
          exclude: ignored,
          globalSetup: [
            'test/operations/support/install-debian-packages.ts',
            'packages/testing/src/global-setup.ts',
          ],
          testTimeout: 900_000,
          hookTimeout: 300_000,
          // Each file loads the machine.
          maxWorkers: 1,
          sequence: { groupOrder: 6 },
        },
      },
    ],
  },
})
