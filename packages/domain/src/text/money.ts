export type Money = { amount: number; currency: string }

/** How many digits a currency has after the point; 2 for one that is not known. */
function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** An amount in minor units as people write it, such as `EUR 1,250.00`. Text for amounts of any size. */
export function formatMoney(amount: number | string, currency: string): string {
  const digits = digitsOf(currency)
  const [, sign = '', whole = ''] = /^(-?)(\d+)$/.exec(String(amount)) ?? []
  const padded = whole.padStart(digits + 1, '0')
  const major = BigInt(padded.slice(0, padded.length - digits)).toLocaleString('en-US')
  return `${currency} ${sign}${major}${digits > 0 ? `.${padded.slice(-digits)}` : ''}`
}

/** An amount for a field: in major units, without separators. */
export function plainAmount({ amount, currency }: Money): string {
  return formatMoney(amount, currency)
    .slice(currency.length + 1)
    .replaceAll(',', '')
}

/** Reads major units and a currency. Undefined for what is not an amount of that currency. */
export function readMoney(text: string, currency: string): Money | undefined {
  const code = currency.trim().toUpperCase()
  if (!/^[A-Z]{3}$/.test(code)) return undefined
  const digits = digitsOf(code)
  const [, sign = '', whole = '', , fraction = ''] = /^(-?)(\d{1,13})(\.(\d+))?$/.exec(text.trim()) ?? []
  if (whole === '' || fraction.length > digits) return undefined
  const amount = Number(`${sign}${whole}${fraction.padEnd(digits, '0')}`)
  return Number.isSafeInteger(amount) ? { amount, currency: code } : undefined
}
