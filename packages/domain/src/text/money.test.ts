import { describe, expect, test } from 'vitest'
import { formatMoney, plainAmount, readMoney } from './money.ts'

test.each([
  [125_000, 'EUR', 'EUR 1,250.00'],
  [5, 'USD', 'USD 0.05'],
  [-125_050, 'EUR', 'EUR -1,250.50'],
  [1_250, 'JPY', 'JPY 1,250'],
  [Number.MAX_SAFE_INTEGER, 'EUR', 'EUR 90,071,992,547,409.91'],
  ['123456789012345678901', 'EUR', 'EUR 1,234,567,890,123,456,789.01'],
])('shows %s minor units of %s as %s', (amount, currency, shown) => {
  expect(formatMoney(amount, currency)).toBe(shown)
})

describe('readMoney', () => {
  test.each([
    ['1250', 'EUR', 125_000],
    ['1250.5', 'eur', 125_050],
    ['-3.01', 'USD', -301],
    ['1250', 'JPY', 1_250],
  ])('reads %s %s', (text, currency, amount) => {
    const money = readMoney(text, currency)
    expect(money).toEqual({ amount, currency: currency.toUpperCase() })
  })

  test.each([
    ['', 'EUR'],
    ['1,250', 'EUR'],
    ['1.001', 'EUR'],
    ['1.5', 'JPY'],
    ['12', 'EURO'],
    ['999999999999999999', 'EUR'],
  ])('refuses %j %s', (text, currency) => {
    expect(readMoney(text, currency)).toBeUndefined()
  })

  test('reads back what a field shows', () => {
    const money = { amount: -125_050, currency: 'EUR' }
    expect(readMoney(plainAmount(money), 'EUR')).toEqual(money)
  })
})
