import { findBrowser } from '@signalpost/testing'
import { openBrowser, type TestBrowser } from '@signalpost/testing/browser'
import { test } from '@signalpost/testing/test'
import { afterAll, describe } from 'vitest'
import { startTestConsole, type TestConsole } from './start-test-console.ts'

type Tests = (rig: { console: TestConsole; browser: TestBrowser }) => void

const startPlain = (databaseUrl: string) => startTestConsole({ databaseUrl })

/**
 * Tests with a console and a browser, which run from the first test to after the last. Both are empty while the tests
 * are collected: read them in tests and hooks alone. The tests are skipped where there is no browser.
 */
export const describeInBrowser = describeInBrowserWith({})

/** The same, with a console of its own. The limit only ends a run that hangs. */
export function describeInBrowserWith({
  start = startPlain,
  timeout = 120_000,
}): (name: string, tests: Tests) => void {
  return (name, tests) =>
    describe.skipIf(findBrowser() === undefined)(name, { timeout }, () => {
      const console = {} as TestConsole
      const browser = {} as TestBrowser

      test.beforeAll(async ({ testDatabase }) => {
        await Promise.all([
          openBrowser(findBrowser()).then((opened) => Object.assign(browser, opened)),
          start(testDatabase.url).then((started) => Object.assign(console, started)),
        ])
      }, 120_000)

      afterAll(async () => {
        await browser.close?.()
        await console.stop?.()
      })

      tests({ console, browser })
    })
}
