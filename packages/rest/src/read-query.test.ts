import { describe, expect, test } from 'vitest'
import { readQuery } from './read-query.ts'

const names = ['limit', 'region']

describe('readQuery', () => {
  test.each([
    ['', {}],
    ['&&', {}],
    ['limit=5&region=Z%C3%BCrich', { limit: '5', region: 'Zürich' }],
    ['region=New+York', { region: 'New York' }],
    ['region=a=b', { region: 'a=b' }],
    ['region=%2B', { region: '+' }],
  ])('reads %j', (search, values) => {
    expect(readQuery(search, names)).toEqual({ values, issues: [] })
  })

  test.each([
    ['an unknown parameter', 'foo=1', 'foo', 'expected one of the documented parameters'],
    ['an unknown one that is empty', 'foo', 'foo', 'expected one of the documented parameters'],
    ['an array in brackets', 'limit[]=1', '', 'expected one of the documented parameters'],
    ['another case', 'Limit=1', 'Limit', 'expected one of the documented parameters'],
    ['a member of all objects', '__proto__=1', '', 'expected one of the documented parameters'],
    ['a repetition', 'limit=1&limit=1', 'limit', 'expected the parameter once'],
    ['a repetition in other characters', 'limit=1&%6Cimit=2', 'limit', 'expected the parameter once'],
    ['an empty value', 'limit=', 'limit', 'expected a value'],
    ['no value', 'limit', 'limit', 'expected a value'],
    ['a broken escape', 'region=%zz', 'region', 'expected UTF-8 in percent-encoding'],
    ['bytes that are not UTF-8', 'region=%ff', 'region', 'expected UTF-8 in percent-encoding'],
    ['a lone surrogate', 'region=%ED%A0%80', 'region', 'expected UTF-8 in percent-encoding'],
  ])('refuses %s', (_case, search, path, message) => {
    expect(readQuery(search, names)).toEqual({ values: {}, issues: [{ path, message }] })
  })

  test('repeats no name that could be anything', () => {
    const { issues } = readQuery('<script>=1&spk_secret%20key=2', names)
    expect(JSON.stringify(issues)).not.toMatch(/script|secret/)
  })

  test('tells everything at once', () => {
    expect(readQuery('a=1&limit=&region=x&region=y', names).issues).toHaveLength(3)
  })
})
