import type { Page } from 'playwright-core'

/** Leaves the login page by its button, fills in the forms of the test provider, and returns with its redirect. */
export async function logInAtProvider(
  page: Page,
  { account, consoleUrl }: { account: string; consoleUrl: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Log in with your identity provider' }).click()
  await page.locator('input[name="login"]').fill(account)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await page.getByText('Authorize').waitFor()
  await page.locator('button[type="submit"]').click()
  await page.waitForURL(`${consoleUrl}/**`)
}
