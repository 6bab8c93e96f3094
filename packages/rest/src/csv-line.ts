const formulaStarts = /^[\t\r+\-=@]/

/**
 * One line of CSV (RFC 4180) with its CRLF. Null is empty. Text that a spreadsheet would read as a formula (it begins
 * with `=`, `+`, `-`, `@`, tab or CR) gets a leading `'`, and a semicolon is quoted, for it separates cells in some
 * languages' spreadsheets.
 */
export function csvLine(values: readonly (string | null)[]): string {
  return `${values.map(fieldOf).join(',')}\r\n`
}

function fieldOf(value: string | null): string {
  if (value === null) return ''
  const text = formulaStarts.test(value) ? `'${value}` : value
  return text === '' || /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
