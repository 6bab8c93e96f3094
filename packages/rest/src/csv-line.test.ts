import { expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'

test.each([
  [['a', null, ''], 'a,,""'],
  [['a,b', 'a"b', 'a\nb'], '"a,b","a""b","a\nb"'],
  [['=1+1', '+1', '-1', '@x', '\tx', '\rx'], `'=1+1,'+1,'-1,'@x,'\tx,"'\rx"`],
  [['a;=1+1', ';'], '"a;=1+1",";"'],
  [['{"name":"=1"}', 'a=1'], '"{""name"":""=1""}",a=1'],
])('%j becomes %j', (values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`)
})
