import { expect, test } from 'vitest'
import { html, lines } from './html.ts'

test('escapes values in text and in attributes', () => {
  const hostile = `<b onclick='x'>"&amp;`
  expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(
    '<p title="&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;amp;">&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;amp;</p>',
  )
})

test('inserts the output of templates unescaped, and leaves out undefined', () => {
  const items = ['<1>', '2'].map((text) => html`<li>${text}</li>`)
  expect(html`<ul>${items}</ul>${undefined}${html`<hr>`}${3}`.markup).toBe(
    '<ul><li>&lt;1&gt;</li><li>2</li></ul><hr>3',
  )
})

test('turns line breaks into markup', () => {
  expect(lines('a <\nb').markup).toBe('a &lt;<br>b')
})
