/** Capitals are what Snowflake makes of a name without quotes, so nobody who asks needs any. */
export function quote(name: string): string {
  return `"${name.toUpperCase().replaceAll('"', '""')}"`
}
