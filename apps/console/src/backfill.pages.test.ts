import { createWarehouse } from '@signalpost/database/warehouses'
import { expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'

describeInBrowser('in a browser', ({ console, browser }) => {
  test.each([
    [true, 'only below the directory of SIGNALPOST_WAREHOUSE_DIR, which is not set.'],
    [false, 'Only an operator of the installation'],
  ])('the form of a kind in files says where it can be created (operator: %s)', async (isOperator, why) => {
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }, isOperator))
    const { page, context } = await browser.open({ width: 1440 }, { cookie, url: console.url })
    await page.goto(`${console.url}/w/org_one/warehouses`)
    await page.getByRole('button', { name: 'New warehouse' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'DuckDB', exact: true }).click()
    await dialog.getByText(why).waitFor()
    await dialog.getByText(/warehouse create duckdb --workspace org_one .*--path /).waitFor()
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Other kinds' }).click()
    await dialog.getByRole('button', { name: 'Parquet files', exact: true }).click()
    await dialog.getByText(why).waitFor()
    await dialog.getByRole('button', { name: 'Try and create' }).waitFor()
    await context.close()
  })

  test('an admin sees what a backfill of one table would send, and starts it', async () => {
    const { warehouseId } = await createWarehouse(console.database, console.services.secretBox, {
      ...{ orgId: 'org_one', kind: 'duckdb', name: 'Lake', settings: { path: '/nowhere/a.duckdb' } },
      ...{ location: '/nowhere/a.duckdb', intervalMs: 3_600_000, excludesPersonal: false, hasBounds: false },
      secrets: {},
    })
    await console.pool.query(
      `insert into notes (org_id, note_id, target_type, target_id, body, created_at, created_by)
       select 'org_one', 'note_' || n, 'signal', 'sig_1', 'A note', '2020-01-01T12:00:00Z', 'usr_1'
       from generate_series(1, 3) n`,
    )
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const { page } = await browser.open({ width: 1440 }, { cookie, url: console.url })
    await page.goto(`${console.url}/w/org_one/warehouses/${warehouseId}`)
    await page.getByRole('button', { name: 'Backfill' }).click()
    const dialog = page.getByRole('dialog')
    const boxes = dialog.getByRole('checkbox')
    await boxes.first().waitFor()
    for (const box of await boxes.all()) await box.uncheck()
    await dialog.getByRole('checkbox', { name: 'notes' }).check()
    await dialog.getByRole('button', { name: 'Show the plan' }).click()
    await dialog.getByText(/^3 rows, 0\.0 MiB of text\.$/).waitFor()
    // Another choice has another plan.
    await dialog.getByLabel('From').fill('2021-01-01T00:00')
    expect(await dialog.getByText(/^3 rows/).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Show the plan' }).click()
    await dialog.getByText(/^0 rows/).waitFor()
    await dialog.getByLabel('From').fill('')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByRole('progressbar').waitFor()
    const { rows } = await console.pool.query(`select input -> 'scope' as scope, total from jobs`)
    expect(rows).toEqual([{ scope: { tables: ['notes'], range: null }, total: expect.anything() }])
    expect(Number(rows[0].total)).toBe(3)
  })
})
