import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{apps,packages,infra}/**/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      '**/*.faults.test.ts',
      '**/*.heavy.test.ts',
      'test/faults/**',
      'test/warehouses/**',
    ],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
    // A process an eighth of a second, and every import again for each of two hundred files, would be a third of the run.
    isolate: false,
    // Many tests wait more than they compute.
    maxWorkers: 3,
    reporters: ['default'],
  },
})
