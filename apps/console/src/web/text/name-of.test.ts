import { expect, test } from 'vitest'
import { nameOfUser, namePeople, namesOf } from './name-of.ts'

test('two people with one name differ by their mail addresses', () => {
  const people = [
    { personId: 'usr_1', name: 'Ada', email: 'ada@example.com' },
    { personId: 'usr_2', name: 'ada ', email: 'ada@example.org' },
    { personId: 'usr_3', name: 'Bob', email: 'bob@example.com' },
    { personId: 'usr_4', name: null, email: 'cy@example.com' },
    { personId: 'usr_5', name: null, email: null },
  ]
  expect([...namePeople(people).values()]).toEqual([
    'Ada (ada@example.com)',
    'ada  (ada@example.org)',
    'Bob',
    'cy@example.com',
    'someone without a name',
  ])
})

test('a user of another system is called by their id, and an id of ours is never shown', () => {
  const left = 'usr_01m8nr1q4grnypx97bxcjx5nwq'
  const names = new Map([['usr_1', 'Ada']])
  const users = ['usr_1', left, 'usr_pa0iL9cnY04n4PYH', 'crm-user-17']
  expect(users.map((id) => nameOfUser(names, id))).toEqual([
    'Ada',
    'Someone unknown here',
    'An API key',
    'crm-user-17',
  ])
  expect(nameOfUser(new Map(), left)).toBe('…')
})

test('several are named in the order of their ids, and an id is never shown', () => {
  const names = new Map([
    ['usr_1', 'Ada'],
    ['usr_2', 'Bob'],
  ])
  expect(namesOf(names, ['usr_2', 'usr_3', 'usr_1'], 'someone who left')).toBe('Bob, someone who left, Ada')
  expect(namesOf(new Map(), ['usr_2'], 'someone who left')).toBe('…')
})
