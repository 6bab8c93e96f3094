import { expect, test } from 'vitest'
import { record, table } from './table.ts'

test('prints a table with a heading and aligned columns', () => {
  const text = table(
    ['ID', 'AT'],
    [
      ['long id', new Date(0)],
      ['b', null],
    ],
  )
  expect(text).toBe('ID       AT\nlong id  1970-01-01T00:00:00.000Z\nb        -')
})

test('prints a record with a line for each member', () => {
  expect(record({ id: 'a', enabled: true })).toBe('id       a\nenabled  yes')
})

test('escapes text that would control the terminal', () => {
  expect(table(['T'], [['\u001b[2Jx\u009b1m\u202e\ny']])).toBe('T\n\ufffd[2Jx\ufffd1m\ufffd\ufffdy')
})

test('wraps the widest columns until a line fits', () => {
  const text = table(['A', 'QUERY', 'ERROR'], [['x', '"crm" OR "sales force"', 'The feed does not exist.']], {
    width: 30,
  })
  expect(text.split('\n')).toEqual([
    'A  QUERY     ERROR',
    'x  "crm" OR  The feed',
    '   "sales    does not',
    '   force"    exist.',
  ])
})

test('breaks a word that is longer than a line, and leaves what fits', () => {
  const text = record({ key: `n:${'x'.repeat(46)}`, kept: true }, { width: 30 })
  expect(text.split('\n').map((line) => line.length)).toEqual([30, 30, 9])
  expect(record({ title: '顧客管理'.repeat(5) }, { width: 27 }).split('\n')).toEqual([
    `title  ${'顧客管理'.repeat(2)}顧客`,
    `       管理${'顧客管理'.repeat(2)}`,
  ])
})

test('leaves ids whole where a line has room for them, and wraps the other columns', () => {
  const id = 'usr_01m8p34vx24acr3t6tvh3zxd3f'
  const text = table(['PERSON', 'REMARK'], [[id, 'Long words and short ones in turn']], { width: 50 })
  expect(text.split('\n')).toEqual([
    'PERSON                          REMARK',
    `${id}  Long words and`,
    '                                short ones in turn',
  ])
})

test('shows each row as a record where a line has no room for its ids', () => {
  const rows = [1, 2].map((at) => [`usr_01m8p34vx24acr3t6tvh3zxd3${at}`, new Date(0), 'Ann'])
  expect(table(['PERSON', 'LAST SEEN', 'NAME'], rows, { width: 60 }).split('\n')).toEqual([
    'PERSON     usr_01m8p34vx24acr3t6tvh3zxd31',
    'LAST SEEN  1970-01-01T00:00:00.000Z',
    'NAME       Ann',
    '',
    'PERSON     usr_01m8p34vx24acr3t6tvh3zxd32',
    'LAST SEEN  1970-01-01T00:00:00.000Z',
    'NAME       Ann',
  ])
  expect(table(['PERSON', 'LAST SEEN'], [], { width: 10 })).toBe('PERSON  LAST SEEN')
})

test('leaves an id and an address whole in a record that is wider than the terminal', () => {
  const url = `https://a.example/${'x'.repeat(60)}`
  expect(record({ url }, { width: 20 })).toBe(`url  ${url}`)
  expect(
    record({ url, text: `${url} and more words` }, { width: 40 })
      .split('\n')
      .at(-1),
  ).toBe('      and more words')
  const id = 'usr_01m8p34vx24acr3t6tvh3zxd3f'
  expect(record({ person: id, name: 'Ann' }, { width: 20 }).split('\n')).toEqual([
    `person  ${id}`,
    'name    Ann',
  ])
})
